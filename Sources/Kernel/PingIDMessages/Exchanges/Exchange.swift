public import DeviceMessages
public import Primitives

/// The body of every call: its content, and what the server must know with it.
public struct Exchange: Sendable, Equatable {
    /// The members on the wire, for both halves.
    package enum Member: String, Sendable, CaseIterable {
        case appId, counter, push, content
    }

    /// The longest app id, in bytes.
    public static let longestApplication = 255

    /// The app's id as the administrator sees it.
    public var application: String
    /// The counter of the device's passcodes, so that both count on from the same; nil without a seed.
    public var counter: UInt64?
    /// The new address of pushes, until the server has got it.
    public var push: PushAddress?
    /// The call's own message, an object.
    public var content: JSONValue

    /// Makes an exchange of its members, which are taken unchecked. By default there are neither counter nor push address, and the
    /// content is empty.
    public init(application: String, counter: UInt64? = nil, push: PushAddress? = nil, content: JSONValue = [:]) {
        self.application = application
        self.counter = counter
        self.push = push
        self.content = content
    }

    /// The JSON object of the wire, with the members `appId`, `counter`, `push` and `content`.
    public var json: JSONValue {
        var object: JSONObject = [Member.appId.rawValue: .string(application), Member.content.rawValue: content]
        object[Member.counter.rawValue] = counter.map { .integer(Int64(clamping: $0)) }
        object[Member.push.rawValue] = push?.json
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the exchange")
        application = try members.text(Member.appId.rawValue, atMost: Self.longestApplication)
        counter = try members.counter(Member.counter.rawValue)
        push = nil
        if let address = members.object[Member.push.rawValue] { push = try PushAddress(json: address) }
        content = .object(try members.inside(Member.content.rawValue).object)
    }
}
