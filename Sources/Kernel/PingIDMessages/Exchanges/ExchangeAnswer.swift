public import DeviceMessages
public import Primitives

/// The answer to every call: its content, and the installation's state after it.
public struct ExchangeAnswer: Sendable, Equatable {
    /// The installation's state.
    public var standing: Standing
    /// The call's own answer, an object.
    public var content: JSONValue

    /// Makes an answer of its members, which are taken unchecked. By default the content is empty.
    public init(_ standing: Standing, content: JSONValue = [:]) {
        self.standing = standing
        self.content = content
    }

    /// The JSON object of the wire, with the members `standing` and `content`.
    public var json: JSONValue { ["standing": standing.json, "content": content] }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the answer")
        standing = try Standing(members.inside("standing"))
        content = .object(try members.inside("content").object)
    }
}
