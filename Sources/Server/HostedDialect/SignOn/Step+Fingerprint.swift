import Crypto
import HTTPBase
import JourneyMessages
import Primitives

extension Step {
    /// A short text that is the same for steps that ask the same.
    var fingerprint: String {
        let asked = JSONValue.array([.string(stage ?? ""), .string(header ?? "")] + callbacks.map { .string($0.type.name) })
        return Base64URL.encode(SHA256.hash(data: asked.encoded).prefix(6))
    }

    /// Whether it asks the client to wait.
    var isWaiting: Bool { first(.pollingWait) != nil }
}
