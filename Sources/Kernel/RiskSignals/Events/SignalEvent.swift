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

    /// The row of the wire: the kind, how much number and time are greater than those of the event before (than 0 for the first), and the
    /// values of the kind (`docs/risk.md`).
    public func row(after previous: SignalEvent? = nil) -> JSONValue {
        let place: [JSONValue] = [.integer(Int64(number - (previous?.number ?? 0))), .integer(Int64(time - (previous?.time ?? 0)))]
        return .array([.string(kind)] + place + values)
    }

    private var kind: String {
        switch body {
        case .context: Self.context
        case .tag: Self.tag
        case .behavior(let sample): sample.kind.rawValue
        case .state: Self.state
        }
    }

    private var values: [JSONValue] {
        switch body {
        case .context(let context): context.values
        case .tag(let tag): tag.values
        case .behavior(let sample): sample.values
        case .state(let change): [.string(change.rawValue)]
        }
    }

    /// Reads ``row(after:)``, the next event of a list.
    /// - Parameter previous: number and time of the one before.
    /// - Throws: ``RiskError/Code/malformed`` when a value is missing, is one too many, or has the wrong type or value, and when the event's
    ///   number isn't greater than that of the event before; ``RiskError/Code/tooLarge`` for a text that is too long.
    init(_ row: inout SignalRow, after previous: (number: Int, time: Int)?) throws(RiskError) {
        try row.begin()
        let kind = try row.text("the kind", atMost: 16)
        let number = try row.integer("the number", in: (previous == nil ? 0 : 1)...Self.greatest) + (previous?.number ?? 0)
        let time = try row.integer("the time", in: -Self.latest...Self.latest) + (previous?.time ?? 0)
        guard number <= Self.greatest, (0...Self.latest).contains(time) else { throw row.wrong("number or time", "within its bounds") }
        self.init(number: number, time: time, try Self.body(kind, &row))
        try row.end()
    }

    private static func body(_ kind: String, _ row: inout SignalRow) throws(RiskError) -> Body {
        // Context calls come first, since they are the most.
        if kind == context { return .context(try ContextEvent(&row)) }
        if let kind = BehaviorSample.Kind(exactly: kind) { return .behavior(try BehaviorSample(kind, &row)) }
        switch kind {
        case tag: return .tag(try SignalTag(&row))
        case state:
            guard let change = StateChange(exactly: try row.text("the change", atMost: 16)) else {
                throw row.wrong("the change", "one of this protocol")
            }
            return .state(change)
        default: throw row.wrong("the kind", "one of this protocol")
        }
    }

    private static let (context, tag, state) = ("context", "tag", "state")

    /// The greatest number of an event or payload.
    static let greatest = 1 << 40
    /// The end of the year 9999, in milliseconds.
    static let latest = 253_402_300_799_999
}
