public import Primitives
public import RiskSignals

/// A policy: the result when a condition holds. One with a condition that isn't an aggregate, put before those that are, overrides them.
public struct RiskPolicy: Sendable, Equatable {
    /// The name.
    public let name: String
    /// The condition.
    public let condition: RiskCondition
    /// The level of the result.
    public let level: RiskLevel
    /// A value of the administrator's own; nil for none.
    public let value: String?

    /// Reads a policy, with the members `name`, `condition` and `result`.
    /// - Throws: ``RiskError/Code/malformed``, ``RiskError/Code/tooComplex``, ``RiskError/Code/tooLarge``.
    public init(json: JSONValue) throws(RiskError) {
        var total = 0
        try self.init(json: json, adding: &total)
    }

    /// Reads a policy, whose condition's cost is added to that of others.
    init(json: JSONValue, adding total: inout Int) throws(RiskError) {
        let members = try RiskMembers(json, of: "the policy")
        name = try members.text("name", atMost: 256)
        condition = try RiskCondition(json: members.object["condition"] ?? .null, adding: &total)
        let result = try members.inside("result")
        level = try result.level("level")
        value = try result.optionalText("value", atMost: 1024)
    }
}
