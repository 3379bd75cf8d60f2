public import DeviceMessages
public import Primitives

/// The way by which an instance is told that there is mail. The message itself never goes that way.
public enum WalletReach: Sendable, Hashable {
    /// A silent push to a wallet.
    case push(PushAddress)
    /// `POST` with an empty body to a service's own URL, which the realm must allow.
    case callback(String)

    /// The member that the wire has for it, `push` or `callback`.
    var member: (name: String, value: JSONValue) {
        switch self {
        case .push(let address): ("push", address.json)
        case .callback(let url): ("callback", .string(url))
        }
    }

    /// The JSON object with the one member `push` or `callback`.
    public var json: JSONValue { .object([member.name: member.value]) }

    /// Reads ``json``; nil for an object with neither member.
    /// - Throws: `DeviceError` `.malformed` when a member has the wrong type or size, or both are there.
    public init?(json: JSONValue) throws(DeviceError) { try self.init(try Members(json, of: "the way to the instance")) }

    /// Reads the member; nil when there is none.
    init?(_ members: Members) throws(DeviceError) {
        switch (try members.optional("push"), try members.optionalText("callback", atMost: Self.longestURL)) {
        case (let push?, nil): self = .push(try PushAddress(json: .object(push.object)))
        case (nil, let url?) where url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) && !url.isEmpty: self = .callback(url)
        case (nil, nil): return nil
        default: throw DeviceError(.malformed, "an instance has either push or a callback, which is a URL")
        }
    }

    /// The longest URL, in bytes.
    public static let longestURL = 2048
}
