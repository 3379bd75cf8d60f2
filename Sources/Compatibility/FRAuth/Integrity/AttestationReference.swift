import CallbackBridge
import DeviceFoundation
import FRCore
import Primitives

/// The key that the server has taken, as it names it: the key's id and its attestation (`docs/protocols/step-protocol.md` 11.3).
struct AttestationReference: Sendable {
    private static let record = StoreKey("integrity", "appattest")

    let key: String
    let attestation: String

    /// The parts of the server's text; nil for a text that has no key in it.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[1].isEmpty else { return nil }
        key = String(parts[0])
        attestation = String(parts[2])
    }

    /// The key that the started SDK keeps; nil when there is none.
    static var current: Self? {
        guard let store = try? SDK.runtime().device.store else { return nil }
        return Bridge.wait { try? await store.get(record)?.reveal() }.flatMap(Self.init)
    }

    /// Keeps what the server says; a text without a key removes the one that is kept.
    static func keep(_ text: String) {
        guard let store = try? SDK.runtime().device.store else { return FRLog.w("The SDK isn't started; the attested key isn't kept") }
        guard Self(text) != nil else { return forget() }
        Bridge.wait {
            do { try await store.set(Secret(text), for: record) } catch { FRLog.e("The attested key could not be kept: \(error)") }
        }
    }

    static func forget() {
        guard let store = try? SDK.runtime().device.store else { return }
        Bridge.wait {
            do { try await store.delete(record) } catch { FRLog.e("The attested key could not be forgotten: \(error)") }
        }
    }
}
