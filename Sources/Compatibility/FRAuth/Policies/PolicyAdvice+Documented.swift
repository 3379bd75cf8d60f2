import FRCore
import Foundation
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

    /// Advice that an app read by itself, with the parameters that begin its journey.
    /// - Parameters:
    ///   - type: an ``AdviceType``'s raw value.
    ///   - value: the transaction's id, or the journey's name.
    ///   - authIndexType: always `composite_advice`.
    ///   - authIndexValue: the advice in XML, which has to ask for the same; nil comes of anything else.
    public init?(type: String, value: String, authIndexType: String, authIndexValue: String) {
        guard authIndexType == AdviceRedirect.indexType, let type = AdviceType(exactly: type),
            let advice = try? PolicyAdvice(indexValue: authIndexValue), advice[Condition(rawValue: type.rawValue)].contains(value)
        else { return nil }
        self = advice
    }

    /// The advice of a JSON object such as `["TransactionConditionAdvice": ["…"]]`; nil for anything else.
    public init?(json: [String: Any]) {
        guard let json = JSONValue(plain: json) else { return nil }
        self.init(documented: json)
    }

    init?(documented json: JSONValue) {
        guard let advice = try? PolicyAdvice(json: json), !advice.isEmpty else { return nil }
        self = advice
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
