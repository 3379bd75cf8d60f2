public import Primitives

/// A policy that a value didn't keep to.
public struct FailedPolicy: Sendable, Equatable {
    /// The requirement that the value didn't meet, `policyRequirement` on the wire.
    public var requirement: PolicyRequirement
    /// The settings of the requirement, such as `minLength`.
    public var parameters: JSONObject

    /// Makes a failed policy of its members, which are taken unchecked. By default `parameters` is empty.
    public init(_ requirement: PolicyRequirement, _ parameters: JSONObject = JSONObject()) {
        self.requirement = requirement
        self.parameters = parameters
    }

    /// Reads a JSON object: the one of an output, or one of a failure's `policyRequirements`.
    public init?(json: JSONValue) {
        guard let requirement = json["policyRequirement"]?.string else { return nil }
        self.init(PolicyRequirement(requirement), json["params"]?.object ?? JSONObject())
    }

    /// Reads an element of the output `failedPolicies`: a text that holds a JSON object.
    init?(text: JSONValue) {
        guard let text = text.string, let json = try? JSONValue(parsing: text, limits: Self.limits) else { return nil }
        self.init(json: json)
    }

    /// The JSON object of the wire, with the members `policyRequirement` and `params`.
    public var json: JSONValue {
        var object: JSONObject = ["policyRequirement": .string(requirement.name)]
        if !parameters.isEmpty { object["params"] = .object(parameters) }
        return .object(object)
    }

    private static let limits = JSONLimits(bytes: 4096, depth: 8, values: 100)
}

extension Callback {
    /// The policies that the last answer didn't keep to. Clients know the output of the questions for identity data
    /// (`docs/protocols/step-protocol.md` 3.3); this server sends it with every question that it asks again.
    public var failedPolicies: [FailedPolicy] { (output("failedPolicies")?.array ?? []).compactMap(FailedPolicy.init(text:)) }

    /// The same callback, whose last answer also didn't keep to a policy.
    public func failing(_ policy: FailedPolicy) -> Callback {
        var callback = self
        let failed = failedPolicies
        guard !failed.contains(policy) else { return callback }
        callback.output.removeAll { $0.name == "failedPolicies" }
        callback.output.append(.init("failedPolicies", (failed + [policy]).map(\.json.text)))
        return callback
    }

    /// Whether clients know of the policies that an answer to it didn't keep to.
    public var hasPolicies: Bool {
        [.validatedUsername, .validatedPassword, .stringAttribute, .numberAttribute, .booleanAttribute].contains(type)
    }
}
