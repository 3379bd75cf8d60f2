public import Foundation
public import PolicyMessages
import Primitives

/// The demand of a policy, in the documented names.
public enum AdviceType: String, Sendable {
    /// A transaction must be approved, `TransactionConditionAdvice`.
    case transactionCondition = "TransactionConditionAdvice"
    /// The user must pass a journey, `AuthenticateToServiceConditionAdvice`.
    case authenticateToService = "AuthenticateToServiceConditionAdvice"
}

extension PolicyAdvice {
    /// Advice that an app read by itself.
    /// - Parameters:
    ///   - type: an ``AdviceType``'s raw value.
    ///   - value: the transaction's id, or the journey's name.
    public init?(type: String, value: String) {
        guard let type = AdviceType(exactly: type) else { return nil }
        self.init(Condition(rawValue: type.rawValue), value)
    }

    /// The advice in an address to which a gateway redirects; nil when there is none.
    public init?(redirectUrl: String) {
        guard let advice = AdviceRedirect(location: redirectUrl)?.advice else { return nil }
        self = advice
    }

    /// The first demand; nil for a condition that the documentation doesn't have.
    public var type: AdviceType? { entries.first.flatMap { AdviceType(rawValue: $0.condition.rawValue) } }
    /// The transaction's id, or the journey's name; empty for advice of nothing.
    public var value: String { entries.first?.values.first ?? "" }
    /// The transaction's id; nil when another thing is wanted.
    public var txId: String? { transactionID }
}
