public import Primitives

/// The decision of policies about a resource (`docs/protocols/step-protocol.md` 10.5). An action that isn't allowed is denied.
public struct PolicyDecision: Sendable, Equatable {
    /// The resource, as it was asked about.
    public var resource: String
    /// The actions that a policy speaks of, and whether they are allowed.
    public var actions: [String: Bool]
    /// The attributes that the policies hand to the caller, each with its values.
    public var attributes: [String: [String]]
    /// The advices that would allow more.
    public var advices: PolicyAdvice
    /// The time for which the decision may be kept, in milliseconds; 0 for not at all.
    public var ttl: Int64

    /// The time for which a decision may be kept that nothing changes but the configuration.
    public static let forever = Int64.max

    /// Makes a policy decision of its members, which are taken unchecked. By default `actions` and `attributes` are empty, `advices` is
    /// `PolicyAdvice()`, and `ttl` is `0`.
    public init(
        resource: String, actions: [String: Bool] = [:], attributes: [String: [String]] = [:], advices: PolicyAdvice = PolicyAdvice(),
        ttl: Int64 = 0
    ) {
        self.resource = resource
        self.actions = actions
        self.attributes = attributes
        self.advices = advices
        self.ttl = ttl
    }

    /// Whether an action is allowed.
    public func allows(_ action: String) -> Bool { actions[action] == true }

    /// The wire form.
    public var json: JSONValue {
        [
            "resource": .string(resource), "actions": .object(JSONObject(actions.sorted { $0.key < $1.key }.map { ($0, .bool($1)) })),
            "attributes": .object(
                JSONObject(attributes.sorted { $0.key < $1.key }.map { ($0, .array($1.map(JSONValue.string))) })),
            "advices": advices.json, "ttl": .integer(ttl),
        ]
    }

    /// Reads ``json``.
    /// - Throws: ``PolicyMessageError``.
    public init(json: JSONValue) throws(PolicyMessageError) {
        guard let resource = json["resource"]?.string, let actions = json["actions"]?.object else {
            throw PolicyMessageError(.malformed, "a decision has a resource and actions")
        }
        self.init(resource: resource)
        for action in actions.members {
            guard let isAllowed = action.value.bool else {
                throw PolicyMessageError(.malformed, "the action \(action.name.prefix(64)) of a decision is true or false")
            }
            self.actions[action.name] = isAllowed
        }
        for attribute in json["attributes"]?.object?.members ?? [] { attributes[attribute.name] = attribute.value.strings ?? [] }
        if let advices = json["advices"] { self.advices = try PolicyAdvice(json: advices) }
        ttl = json["ttl"]?.integer ?? 0
    }
}
