import CallbackBridge
public import Foundation
import MFA
import Primitives

extension PingOne {
    /// Moves what an app that used the PingID SDK left on this device over to this SDK.
    public static func migrateFromPingID(
        completionHandler: @escaping (_ status: MigrationStatus, _ response: PairingInfo?, _ error: NSError?) -> Void
    ) {
        let completion = Handoff(completionHandler)
        Task {
            do {
                let opened = try await SDK.opened()
                guard try await !opened.device.isPaired else {
                    throw MFAError(.migrationNotNeeded, "this device is paired already")
                }
                guard let old = try await SDK.oldInstallation() else {
                    return completion.value(.notNeeded, nil, nil)
                }
                completion.value(.done, PairingInfo(try await opened.device.migrate(old)), nil)
            } catch { completion.value(status(of: error), nil, SDK.documented(error)) }
        }
    }

    private static func status(of error: any Error) -> MigrationStatus {
        guard let error = error as? MFAError else { return .failed }
        return switch error.code {
        case .migrationRunning: .inProgress
        // The server's own refusal means that it knows nothing to move.
        case .migrationNotNeeded: error.refusal == nil ? .notNeeded : .failed
        default: error.isTemporary ? .temporaryFailed : .failed
        }
    }
}
