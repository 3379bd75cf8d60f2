package import JourneyMessages
import Primitives
package import Translations

/// A step of a journey, to be shown as a form that works without script.
///
/// ``SignOnSubmission`` reads the page's answer.
package struct SignOnPage: Sendable {
    package var step: Step
    package var form: PageForm
    package var language: Language
    /// The error of the previous answer, in the user's language.
    package var error: String?
    /// The application that asked for the sign-on, when there is one.
    package var application: String?
    /// A path from which `GET` answers the same journey's current step, for steps that wait; the page goes there by
    /// itself when the wait is over. Without it, or when there is something to type, the user presses a button.
    package var pollPath: String?
    /// Ways on for a user who can't sign in.
    package var links: [SelfServiceLink]
    /// The signals that the page collects; nil for none.
    package var signals: PageSignals?
    /// The realm's texts about profiles.
    package var texts: ProfileTexts

    package init(
        step: Step, form: PageForm, language: Language = .english, error: String? = nil, application: String? = nil,
        pollPath: String? = nil, links: [SelfServiceLink] = [], signals: PageSignals? = nil, texts: ProfileTexts = ProfileTexts()
    ) {
        self.step = step
        self.form = form
        self.language = language
        self.error = error
        self.application = application
        self.pollPath = pollPath
        self.links = links
        self.signals = signals
        self.texts = texts
    }

    /// Whether the page asks by itself if the journey continues. One with something to type doesn't, or it would take it away.
    var looksAgain: Bool {
        let kinds = step.callbacks.map(\.kind)
        let waits = kinds.contains { if case .pollingWait = $0 { true } else { false } }
        return pollPath != nil && waits && !kinds.contains(where: \.isTextBox)
    }

    /// The scripts of ours that the page brings: for signals, passkeys, passwords and steps that wait.
    var ownScripts: [Asset] {
        var scripts: [Asset] = []
        if signals != nil { scripts.append(.signals) }
        if step.asksForPasskey { scripts.append(.passkeys) }
        if scripts.isEmpty, step.callbacks.contains(where: { $0.kind.isPassword }) { scripts.append(.passwords) }
        if looksAgain { scripts.append(.waiting) }
        return scripts
    }

    /// The headers to send it with.
    /// - Parameter redirectURIs: where the application that asked for the sign-on may be sent to.
    package func headers(leadingTo redirectURIs: [String] = []) -> SecurityHeaders.Fields {
        let posted = step.redirect.flatMap { $0.method == .post ? [$0.url] : nil } ?? []
        return SecurityHeaders.page(
            leadingTo: redirectURIs + posted, scriptsFrom: step.captchaProvider?.sources ?? [],
            runsOwnScript: !ownScripts.isEmpty, asksServer: looksAgain || signals != nil)
    }
}
