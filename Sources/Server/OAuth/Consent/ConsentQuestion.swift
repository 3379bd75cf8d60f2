package import OAuthMessages
import Primitives
package import Sessions
package import Directory

/// The question whether an application may have what it asks for, to be shown to the user of a session.
package struct AskedConsent: Sendable {
    package let application: Application
    /// The place to which the browser goes with the answer.
    package let redirectURI: String
    package let scope: Scope
    package let session: UserSession
    /// The proof that the answer is to this question, as ``ConsentAnswer/ticketParameter`` carries it back.
    package let ticket: String
    /// The authorization request to come back with.
    package let request: FormBody
}

/// The answer of a user to a ``AskedConsent``, with the parameters that AM's documents name for it
/// (`docs/protocols/step-protocol.md` 4.1).
package struct ConsentAnswer: Sendable, Equatable {
    /// The parameter with the decision.
    package static let decisionParameter = "decision"
    /// The decision to let the application in.
    package static let allow = "allow"
    /// The decision to refuse.
    package static let deny = "deny"
    /// The parameter with the ticket of the question, which no other site knows.
    package static let ticketParameter = "csrf"
    /// The parameter that asks to remember the consent.
    package static let rememberParameter = "save_consent"
    static let parameters = [decisionParameter, ticketParameter, rememberParameter]

    let ticket: String
    let isGiven: Bool
    let isRemembered: Bool

    /// Reads the fields of a form; nil when it holds no decision.
    /// - Throws: `invalid_request` for a field that is given twice.
    package init?(_ form: FormBody) throws(OAuthError) {
        let (decision, ticket) = (try form.given(Self.decisionParameter), try form.given(Self.ticketParameter))
        isRemembered = try form.given(Self.rememberParameter) != nil
        guard let decision, let ticket else { return nil }
        self.ticket = ticket
        isGiven = decision == Self.allow
    }
}

/// The ways in which a request can come by its user's consent.
package enum ConsentMeans: Sendable {
    /// There is no page to ask on.
    case impossible
    /// The user can be asked.
    case possible
    /// The user was asked, and has answered.
    case answered(ConsentAnswer)

    /// Whether the user has just said no.
    var isRefusal: Bool { if case .answered(let answer) = self { !answer.isGiven } else { false } }
}
