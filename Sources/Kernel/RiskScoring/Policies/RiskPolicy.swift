public import Primitives
import ResourceMessages
public import RiskSignals

/// A policy: the result when a condition holds. One with a condition that isn't an aggregate, put before those that are, overrides them.
public struct RiskPolicy: Sendable, Equatable {
    /// The name.
    public private(set) var name = ""
    /// The condition.
    public private(set) var condition = RiskCondition.and([])
    private(set) var priority: Int?
    private var result = Result()

    /// The level of the result.
    public var level: RiskLevel { result.level }
    /// A value of the administrator's own; nil for none.
    public var value: String? { result.value }

    init() {}

    /// Reads a policy, with the members `name`, `condition` and `result`.
    /// - Throws: ``RiskError/Code/malformed``, ``RiskError/Code/tooComplex``.
    public init(json: JSONValue) throws(RiskError) {
        do { self = try Self.form.value(of: json) } catch { throw RiskError(error) }
    }
}

extension RiskPolicy: Shaped {
    static let shapeName = "RiskPolicy"
    static let members: [Member<Self>] = [
        Member("name", \.name, .text(1...256), .required),
        Member("priority", optional: \.priority, .integer(-1_000_000_000...1_000_000_000)).saying("It grows from each policy to the next."),
        Member("condition", \.condition, .bounded, .required), Member("result", \.result, .object, .required),
    ]

    private struct Result: Shaped, Equatable {
        var level = RiskLevel.low
        var type = "VALUE"
        var value: String?

        static let shapeName = "RiskPolicyResult"
        static let members: [Member<Self>] = [
            Member("level", \.level, .choice, .required), Member("type", \.type, .oneOf(["VALUE"])),
            Member("value", optional: \.value, .lines(0...1024)).saying("The administrator's own word, which evaluations tell."),
        ]
    }
}
