#if canImport(DeviceCheck)
import DeviceCheck
import Foundation
import Primitives

/// App Attest of an Apple system.
package struct SystemAppAttest: AppAttestService {
    package init() {}

    package var isSupported: Bool { DCAppAttestService.shared.isSupported }

    package func generateKey() async throws(AppAttestError) -> String {
        do { return try await DCAppAttestService.shared.generateKey() } catch { throw Self.translated(error) }
    }

    package func attest(_ key: String, hash: [UInt8]) async throws(AppAttestError) -> [UInt8] {
        do { return Array(try await DCAppAttestService.shared.attestKey(key, clientDataHash: Data(hash))) } catch {
            throw Self.translated(error)
        }
    }

    package func assert(_ key: String, hash: [UInt8]) async throws(AppAttestError) -> [UInt8] {
        do { return Array(try await DCAppAttestService.shared.generateAssertion(key, clientDataHash: Data(hash))) } catch {
            throw Self.translated(error)
        }
    }

    private static func translated(_ error: any Error) -> AppAttestError {
        let code: AppAttestError.Code =
            switch (error as? DCError)?.code {
            case .featureUnsupported?: .unsupported
            case .invalidInput?: .input
            case .invalidKey?: .key
            case .serverUnavailable?: .unavailable
            default: .system
            }
        return AppAttestError(code, "App Attest failed: \(error.localizedDescription)", underlying: error)
    }
}
#endif
