import DeviceMessages
import Primitives

/// The address of pushes, as the app told; the same in all realms.
struct PushSettings: Sendable, Equatable {
    var chosen: PushAddress?
    var isAllowed = true

    /// The address to tell: the server's own service when no other was chosen.
    func address(_ configuration: MFAConfiguration) -> PushAddress? { chosen ?? (configuration.usesBuiltInPush ? .builtIn : nil) }

    var json: JSONValue {
        var object: JSONObject = ["allowed": .bool(isAllowed)]
        object["address"] = chosen?.json
        return .object(object)
    }

    init(json: JSONValue?) {
        chosen = json?["address"].flatMap { try? PushAddress(json: $0) }
        isAllowed = json?["allowed"]?.bool ?? true
    }
}
