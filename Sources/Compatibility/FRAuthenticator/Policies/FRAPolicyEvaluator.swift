import Authenticator
import AuthenticatorMessages
import CallbackBridge
public import Foundation
import OneTimePassword
import Primitives

/// Evaluates the policies of accounts.
public class FRAPolicyEvaluator {
    /// The finding of an evaluation.
    public struct Result {
        /// Whether all are met.
        public let comply: Bool
        /// The first that isn't.
        public let nonCompliancePolicy: (any FRAPolicy)?
    }

    /// The policies that are known.
    public internal(set) var policies: [any FRAPolicy]? = FRAPolicyEvaluator.defaultPolicies

    /// The policies that are known without an app's doing.
    public static var defaultPolicies: [any FRAPolicy] { [DeviceTamperingPolicy(), BiometricAvailablePolicy()] }

    /// Makes one, which has no settings.
    public init() {}

    /// Registers policies.
    /// - Parameter shouldOverride: whether they take the place of those that are there, or go behind them.
    /// - Throws: ``FRAError/invalidStateForChangingPolicyEvaluator`` once the SDK has started;
    ///   ``FRAError/invalidPolicyRegisteredWithPolicyEvaluator(_:)`` for a policy without a name, with which none is registered.
    public func registerPolicies(policies: [any FRAPolicy], shouldOverride: Bool = true) throws {
        guard FRAClient.shared == nil else { throw FRAError.invalidStateForChangingPolicyEvaluator }
        guard !policies.contains(where: \.name.isEmpty) else {
            throw FRAError.invalidPolicyRegisteredWithPolicyEvaluator("a policy needs a name, by which an issuer asks for it")
        }
        self.policies = shouldOverride ? policies : (self.policies ?? []) + policies
    }

    /// Evaluates the policies of a QR code.
    public func evaluate(uri: URL) -> Result {
        evaluate((try? AuthenticatorURI(uri.absoluteString))?.policies.flatMap { try? DevicePolicies($0) })
    }

    /// Evaluates the policies of an account.
    public func evaluate(account: Account) -> Result { evaluate(account.model.policies) }

    /// Whether an account has a policy.
    public func isPolicyAttached(account: Account, policyName: String) -> Bool {
        account.model.policies?.all.contains { $0.name == policyName } ?? false
    }

    private func evaluate(_ wanted: DevicePolicies?) -> Result {
        for policy in wanted?.all ?? [] {
            guard let known = policies?.first(where: { $0.name == policy.name }) else { continue }
            if !known.isMet(policy.parameters) { return Result(comply: false, nonCompliancePolicy: known) }
        }
        return Result(comply: true, nonCompliancePolicy: nil)
    }

    /// The policies as the modern module evaluates them.
    var adapters: [any AccountPolicy] { (policies ?? []).map { PolicyAdapter(Handoff($0)) } }
}

/// A policy of the app's as the modern module evaluates it.
private struct PolicyAdapter: AccountPolicy {
    let name: String
    private let policy: Handoff<any FRAPolicy>

    init(_ policy: Handoff<any FRAPolicy>) {
        self.policy = policy
        name = policy.value.name
    }

    func isMet(_ parameters: JSONObject) async -> Bool { policy.value.isMet(parameters) }
}

extension FRAPolicy {
    /// An app may have written its policy as a class or as a structure.
    fileprivate func isMet(_ parameters: JSONObject) -> Bool {
        var policy = self
        policy.data = try? JSONSerialization.jsonObject(with: Data(JSONValue.object(parameters).encoded))
        return policy.evaluate()
    }
}
