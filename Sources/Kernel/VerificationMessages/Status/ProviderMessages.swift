public import DeviceMessages
public import Primitives

/// The messages of a provider about a transaction, by their keys.
public struct ProviderMessages: Sendable, Equatable {
    /// The provider's id.
    public var provider: String
    /// The texts by their keys.
    public var messages: [String: String]

    /// The number of messages that one provider has at most.
    public static let most = 32

    /// Makes messages of their members, which are taken unchecked.
    public init(provider: String, messages: [String: String]) {
        self.provider = provider
        self.messages = messages
    }

    /// The JSON object of the wire, with the members `provider` and `messages`.
    public var json: JSONValue { ["provider": .string(provider), "messages": JSONValue(messages)] }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a member is missing, or has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the messages")
        provider = try members.text("provider", atMost: 64)
        messages = try members.textsByName("messages", atMost: Self.most)
    }
}
