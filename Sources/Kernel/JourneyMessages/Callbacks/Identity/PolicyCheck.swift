import Primitives

/// The common part of the questions for identity data: the policies, those that the last value failed, and whether it is only to be
/// looked at.
public struct PolicyCheck: Sendable, Equatable {
    /// The policies that the value must keep to.
    public var policies: AttributePolicies
    /// Empty when the question is asked for the first time.
    public var failed: [FailedPolicy]
    /// Whether the server only evaluates the policies and asks again.
    public var isValidateOnly: Bool

    /// Makes a policy check of its members, which are taken unchecked. By default `failed` is empty, `policies` is `AttributePolicies()`,
    /// and `isValidateOnly` is `false`.
    public init(_ policies: AttributePolicies = AttributePolicies(), failed: [FailedPolicy] = [], isValidateOnly: Bool = false) {
        self.policies = policies
        self.failed = failed
        self.isValidateOnly = isValidateOnly
    }

    /// Reads the outputs of a callback; those that make no sense count as missing.
    public init(_ callback: Callback) {
        self.init(
            AttributePolicies(json: callback.output("policies")),
            failed: (callback.output("failedPolicies")?.array ?? []).compactMap(FailedPolicy.init(text:)),
            isValidateOnly: callback.flag("validateOnly") ?? false)
    }

    var output: [Callback.Field] {
        [
            .init("policies", policies.json), .init("failedPolicies", failed.map(\.json.text)), .init("validateOnly", isValidateOnly),
        ]
    }

    /// The two inputs, in the order by which some clients find them.
    static func input(_ value: JSONValue) -> [Callback.Field] { [.init("", value), .init("validateOnly", false)] }
}

/// An answer to a question for identity data.
public struct AttributeAnswer<Value: Sendable & Equatable>: Sendable, Equatable {
    /// nil when the field was left empty.
    public var value: Value?
    /// Whether the value is only to be looked at, say while it is typed: evaluate the policies, ask again, and don't continue.
    public var isValidateOnly: Bool

    /// Makes an attribute answer of its members, which are taken unchecked. By default `isValidateOnly` is `false`.
    public init(_ value: Value?, isValidateOnly: Bool = false) {
        self.value = value
        self.isValidateOnly = isValidateOnly
    }

    func inputs(_ json: (Value) -> JSONValue) -> [Callback.Field] {
        [.init("", value.map(json) ?? ""), .init("validateOnly", isValidateOnly)]
    }

    /// nil when there is neither of the inputs.
    static func read(
        _ given: GivenInputs, _ value: (GivenInputs) throws(JourneyMessageError) -> Value?
    ) throws(JourneyMessageError) -> Self? {
        let isValidateOnly = try given.flag("validateOnly")
        guard given[] != nil || isValidateOnly != nil else { return nil }
        return Self(try value(given), isValidateOnly: isValidateOnly ?? false)
    }
}
