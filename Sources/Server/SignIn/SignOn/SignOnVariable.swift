import Primitives
import ResourceMessages

/// The variables that the conditions of sign-on policies can ask about, as the platform writes them.
package enum SignOnVariable: String, CaseIterable {
    case address = "flow.request.http.remoteIp"
    case userID = "user.id"
    case username = "user.username"
    case population = "user.population.id"
    case isEnabled = "user.enabled"
    case isMFAEnabled = "user.mfaEnabled"
    case passwordAt = "session.lastSignOn.withAuthenticator.pwd.at"
    case deviceAt = "session.lastSignOn.withAuthenticator.mfa.at"

    /// nil for a text that is no variable, or one that isn't known.
    package init?(_ text: String) {
        guard text.hasPrefix("${"), text.hasSuffix("}") else { return nil }
        self.init(exactly: String(text.dropFirst(2).dropLast()))
    }

    /// Whether a text is a variable that isn't known.
    package static func isUnknown(_ text: String) -> Bool { text.hasPrefix("${") && SignOnVariable(text) == nil }

    /// The thing that a value of it names; nil for one that names nothing. A user may be removed while a condition names the user, who then
    /// is none of those that sign in: removal is a right of theirs.
    func name(_ value: String) -> NamingRule.Name? {
        switch self {
        case .population: NamingRule.Name(.population, value)
        case .userID: NamingRule.Name(.userID, value, mayBeAbsent: true)
        case .username: NamingRule.Name(.user, value, mayBeAbsent: true)
        case .address, .isEnabled, .isMFAEnabled, .passwordAt, .deviceAt: nil
        }
    }
}

extension SignOnCondition {
    /// The rule by which a condition names populations and users: those with which it compares a variable.
    static let naming = NamingRule([.population, .userID, .user]) { json in
        ((try? SignOnCondition(reading: json))?.comparisons ?? []).compactMap { variable, operand in
            operand.string.flatMap { variable.name($0) }
        }
    }

    /// The variables that it compares, with what.
    private var comparisons: [(variable: SignOnVariable, operand: JSONValue)] {
        switch self {
        case .and(let conditions), .or(let conditions): conditions.flatMap(\.comparisons)
        case .not(let condition): condition.comparisons
        case .equals(let value, let operand): SignOnVariable(value).map { [($0, operand)] } ?? []
        case .addressRange, .secondsSince, .network: []
        }
    }
}
