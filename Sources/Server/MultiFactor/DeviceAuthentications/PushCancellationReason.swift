import Primitives
import Store
import DeviceRegistry

/// The reason for which a push is taken back (`docs/protocols/platform.md` 3.3).
package enum PushCancellationReason: String, Sendable, CaseIterable {
    case changeDevice = "CHANGE_DEVICE"
    case addDevice = "ADD_DEVICE"
    case signOut = "SIGNOUT"
    /// A reason that none of the words says, or an unknown one.
    case other = "OTHER"

    /// The reason that a word of the platform's stands for.
    package init(word: String?) { self = word.flatMap { Self(exactly: $0) } ?? .other }
}

extension DeviceAuthentication {
    /// Returns what the audit log has of a push that is taken back.
    func cancellation(for reason: PushCancellationReason) -> JSONObject {
        var details: JSONObject = ["reason": .string(reason.rawValue)]
        details["challenge"] = challenge.map { .string($0.id) }
        details["device"] = selected.map { .string($0.text) }
        return details
    }
}
