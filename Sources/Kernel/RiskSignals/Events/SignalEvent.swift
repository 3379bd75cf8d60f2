public import Primitives

/// One event of an instance.
public struct SignalEvent: Sendable, Hashable {
    /// The content of an event.
    public enum Body: Sendable, Hashable {
        /// A call of the context API.
        case context(ContextEvent)
        /// A mark of the app's.
        case tag(SignalTag)
        /// Something that the user did with the device.
        case behavior(BehaviorSample)
        /// A change of the SDK's own state.
        case state(StateChange)
    }

    /// The event's number in its instance, from 0. Numbers that are missing are those of dropped events.
    public var number: Int
    /// The time in milliseconds since 1970.
    public var time: Int
    /// The content.
    public var body: Body

    /// Makes an event of its members, which are taken unchecked.
    public init(number: Int, time: Int, _ body: Body) {
        self.number = number
        self.time = time
        self.body = body
    }

    /// The JSON object of the wire, with the members `n`, `t`, `kind` and those of the kind.
    public var json: JSONValue {
        var object: JSONObject = ["n": .integer(Int64(number)), "t": .integer(Int64(time))]
        switch body {
        case .context(let context):
            object["kind"] = "context"
            context.write(to: &object)
        case .tag(let tag):
            object["kind"] = "tag"
            tag.write(to: &object)
        case .behavior(let sample):
            object["kind"] = .string(sample.kind.rawValue)
            sample.write(to: &object)
        case .state(let change):
            object["kind"] = "state"
            object["change"] = .string(change.rawValue)
        }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``RiskError/Code/malformed`` when a required member is missing, or a member has the wrong type or value.
    public init(json: JSONValue) throws(RiskError) {
        let members = try RiskMembers(json, of: "the event")
        number = try members.integer("n", in: 0...Self.greatest)
        time = try members.integer("t", in: 0...Self.latest)
        body = try Self.body(members)
    }

    private static func body(_ members: RiskMembers) throws(RiskError) -> Body {
        let kind = try members.text("kind", atMost: 16)
        switch kind {
        case "context": return .context(try ContextEvent(members))
        case "tag": return .tag(try SignalTag(members))
        case "state":
            guard let change = StateChange(exactly: try members.text("change", atMost: 16)) else {
                throw members.wrong("change", "one of this protocol")
            }
            return .state(change)
        default:
            guard let kind = BehaviorSample.Kind(exactly: kind) else { throw members.wrong("kind", "one of this protocol") }
            return .behavior(try BehaviorSample(kind, members))
        }
    }

    /// The greatest number of an event or payload.
    static let greatest = 1 << 40
    /// The end of the year 9999, in milliseconds.
    static let latest = 253_402_300_799_999
}
