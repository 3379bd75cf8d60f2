import FRCore
import JourneyMessages
import Primitives

/// A question for identity data, which must keep to policies.
open class AbstractValidatedCallback: SingleValueCallback {
    /// The policies, as JSON; nil when the server sent none.
    public var policies: [String: Any]? { wire.output("policies")?.object?.untyped }

    /// The policies that the last answer didn't keep to; empty the first time.
    public var failedPolicies: [FailedPolicy]? {
        let property = wire.output("name")?.string ?? wire.output("policies")?["name"]?.string ?? ""
        return PolicyCheck(wire).failed.map { FailedPolicy($0, of: property) }
    }

    override func begin() {
        super.begin()
        if let only = wire.output("validateOnly")?.bool, wire.input.contains(where: { $0.name.hasSuffix("validateOnly") }) {
            validateOnly = only
        }
    }

    /// Whether the server is only to look at the answer: it then asks again, and ``failedPolicies`` tells.
    public var validateOnly: Bool {
        get { wire.input.first { $0.name.hasSuffix("validateOnly") }?.value?.bool ?? false }
        set { wire.setInput("validateOnly", .bool(newValue)) }
    }
}

/// A policy that an answer didn't keep to.
public final class FailedPolicy {
    /// The property that was asked for, such as `userName`.
    public let propertyName: String
    /// The requirement, such as `MIN_LENGTH`.
    public let policyRequirement: String
    /// The settings of the requirement, such as `minLength`.
    public let params: [String: Any]?
    private let failed: JourneyMessages.FailedPolicy

    init(_ failed: JourneyMessages.FailedPolicy, of property: String) {
        self.failed = failed
        propertyName = property
        policyRequirement = failed.requirement.name
        params = failed.parameters.isEmpty ? nil : failed.parameters.untyped
    }

    /// Returns the failure as an English sentence.
    public func failedDescription() -> String { "\(propertyName) \(failed.explanation)" }
}

/// Asks for a user name for a new account.
public final class ValidatedCreateUsernameCallback: AbstractValidatedCallback {}

/// Asks for a new password.
public final class ValidatedCreatePasswordCallback: AbstractValidatedCallback {
    /// Whether the user may see what is typed.
    public var echoOn: Bool { wire.output("echoOn")?.bool ?? false }
}
