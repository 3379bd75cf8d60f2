public import Primitives

/// The output `policies`: what the values of a property must keep to (`docs/protocols/step-protocol.md` 3.3).
public struct AttributePolicies: Sendable, Equatable {
    /// The property, such as `userName`; empty when the server didn't say.
    public var property: String
    /// The policies, in the order in which the server lists them.
    public var policies: [AttributePolicy]
    /// The requirements of all the policies together; some servers list more than the policies say.
    public var requirements: [PolicyRequirement]

    /// - Parameter requirements: nil for those of the policies, each once.
    public init(of property: String = "", _ policies: [AttributePolicy] = [], requirements: [PolicyRequirement]? = nil) {
        self.property = property
        self.policies = policies
        self.requirements =
            requirements ?? policies.flatMap(\.requirements).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The wire form; `{}` when there is nothing to say.
    public var json: JSONValue {
        if property.isEmpty, policies.isEmpty, requirements.isEmpty { return [:] }
        return [
            "policyRequirements": .array(requirements.map { .string($0.name) }), "fallbackPolicies": nil, "name": .string(property),
            "policies": .array(policies.map(\.json)), "conditionalPolicies": nil,
        ]
    }

    /// Reads the wire form: an object, or the list of policy ids that old servers send. Members that make no sense are left out.
    public init(json: JSONValue?) {
        if let identifiers = json?.array {
            self.init(of: "", identifiers.compactMap(\.string).map { AttributePolicy($0, []) })
        } else {
            self.init(
                of: json?["name"]?.string ?? "", (json?["policies"]?.array ?? []).compactMap(AttributePolicy.init),
                requirements: json?["policyRequirements"]?.array?.compactMap(\.string).map { PolicyRequirement($0) })
        }
    }
}

/// One policy of a property.
public struct AttributePolicy: Sendable, Equatable {
    /// The policy, such as `minimum-length`.
    public var id: String
    /// The requirements that a failure of this policy can name.
    public var requirements: [PolicyRequirement]
    /// The settings of the policy, such as `minLength`.
    public var parameters: JSONObject

    /// Makes an attribute policy of its members, which are taken unchecked. By default `parameters` is empty.
    public init(_ id: String, _ requirements: [PolicyRequirement], _ parameters: JSONObject = JSONObject()) {
        self.id = id
        self.requirements = requirements
        self.parameters = parameters
    }

    init?(_ json: JSONValue) {
        guard let id = json["policyId"]?.string else { return nil }
        let requirements = json["policyRequirements"]?.array?.compactMap(\.string) ?? []
        self.init(id, requirements.map { PolicyRequirement($0) }, json["params"]?.object ?? JSONObject())
    }

    var json: JSONValue {
        var object: JSONObject = [
            "policyId": .string(id), "policyRequirements": .array(requirements.map { .string($0.name) }),
        ]
        if !parameters.isEmpty { object["params"] = .object(parameters) }
        return .object(object)
    }
}
