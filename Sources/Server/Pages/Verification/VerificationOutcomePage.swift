import Primitives
package import Translations

/// Shows the state of a verification after its submission.
package struct VerificationOutcomePage: Sendable {
    package var language: Language
    package var outcome: Outcome
    /// The messages of those who checked, by their keys.
    package var messages: [(key: String, text: String)]
    /// The path of the page itself, and where another try begins.
    package var path: String
    /// Whether pictures are taken once more.
    package var mayTryAgain: Bool

    /// The state, as far as it matters to the user.
    package enum Outcome: String, Sendable, CaseIterable {
        /// Programs are at it.
        case checking
        /// A provider outside, or an administrator, is waited for.
        case waiting
        /// Pictures were collected, and nothing is checked.
        case collected
        /// The user is verified.
        case approved
        /// The user isn't verified.
        case failed
        /// The time was over before the end.
        case timedOut
        /// It was deleted.
        case withdrawn

        /// The seconds after which the page looks again; nil for an end.
        var pause: Int? {
            switch self {
            case .checking: 2
            case .waiting: 15
            case .collected, .approved, .failed, .timedOut, .withdrawn: nil
            }
        }
    }

    /// The headers to send it with.
    package var headers: SecurityHeaders.Fields {
        SecurityHeaders.page(runsOwnScript: outcome.pause != nil, asksServer: outcome.pause != nil)
    }

    package init(
        language: Language = .english, outcome: Outcome, messages: [(key: String, text: String)] = [], path: String,
        mayTryAgain: Bool = false
    ) {
        self.language = language
        self.outcome = outcome
        self.messages = messages
        self.path = path
        self.mayTryAgain = mayTryAgain
    }
}

/// The page as its template sees it.
struct VerificationOutcomeView: FramedView {
    var frame: Frame
    let phrases: VerificationPhrases
    let title: String
    let text: String
    /// The class of the notice.
    let kind: String
    let hasReasons: Bool
    let reasons: [Reason]
    let again: String?

    /// A sentence, which may be in another language than the page.
    struct Reason {
        let text: String
        let language: String
    }

    init(_ page: VerificationOutcomePage) {
        let (language, phrases) = (page.language, page.language.phrases.verification)
        self.phrases = phrases
        let words = phrases.outcomes[page.outcome.rawValue]
        (title, text) = (words?.title ?? "", words?.text ?? "")
        kind =
            switch page.outcome {
            case .checking: "wait"
            case .failed, .timedOut, .withdrawn: "error"
            case .waiting, .collected, .approved: "information"
            }
        frame = Frame(
            page.language, title: title, wait: page.outcome.pause.map { Frame.Refresh(seconds: $0, location: page.path) },
            ownScripts: page.outcome.pause == nil ? [] : [.waiting])
        hasReasons = !page.messages.isEmpty
        reasons = page.messages.map { key, text in
            // The server's own words are English, and more exact.
            (language == .english ? nil : phrases.reasonTexts[key]).map { Reason(text: $0, language: language.rawValue) }
                ?? Reason(text: text, language: Language.english.rawValue)
        }
        again = page.mayTryAgain ? page.path + "?" + DocumentChoicePage.choiceQuery : nil
    }
}

enum VerificationOutcomeTemplate {
    static let source = """
        {{<layout}}{{$main}}
        <h1>{{title}}</h1>
        <div class="notice {{kind}}" role="status"><p>{{text}}</p></div>
        {{#hasReasons}}<h2>{{phrases.reasons}}</h2>
        <ul class="points">
        {{#reasons}}<li lang="{{language}}">{{text}}</li>
        {{/reasons}}
        </ul>
        {{/hasReasons}}
        {{#again}}<p class="buttons"><a class="button" href="{{.}}">{{phrases.tryAgain}}</a></p>
        {{/again}}
        {{/main}}{{/layout}}
        """
}
