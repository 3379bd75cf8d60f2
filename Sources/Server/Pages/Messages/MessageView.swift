import Primitives
import Translations

/// A page with something to say and nothing to ask.
struct MessageView: FramedView {
    var frame: Frame
    let heading: String
    let message: Message
    let hasDetails: Bool
    let details: [Detail]
    let start: Start?

    struct Message {
        let text: String
        /// The language of the text, where it isn't the page's; nil where it is.
        var language: String?
    }

    struct Detail {
        let term: String
        /// True for a term of a protocol, which has no language.
        var isParameter = false
        let text: String
    }

    struct Start {
        let path: String
        let label: String
        /// Whether it is what the page is for.
        var isMain = false
    }

    init(_ page: ErrorPage) {
        let phrases = page.language.phrases
        let details = [(phrases.errorCode, page.code), (phrases.reference, page.reference)].compactMap { term, text in
            text.nonEmpty.map { Detail(term: term, text: $0) }
        }
        let isNowhere = page.kind == .nothingThere
        self.init(
            page.language, heading: isNowhere ? phrases.nowhereTitle : phrases.errorTitle,
            // Errors are worded in English alone.
            message: isNowhere
                ? Message(text: phrases.nowhereText)
                : Message(text: page.message, language: page.language == .english ? nil : Language.english.rawValue),
            details: details + page.details.map { Detail(term: $0.name, isParameter: true, text: $0.value) }, startPath: page.startPath)
    }

    init(_ page: SignedOutPage) {
        let phrases = page.language.phrases
        self.init(
            page.language, heading: phrases.signedOutTitle, message: Message(text: phrases.signedOutText), details: [],
            startPath: page.startPath)
    }

    init(_ page: ConfirmationPage) {
        let phrases = page.language.phrases
        let (heading, message) =
            switch page.event {
            case .registered: (phrases.form.registeredTitle, phrases.form.registeredText)
            case .passwordReset: (phrases.form.resetTitle, phrases.form.resetText)
            }
        self.init(
            page.language, heading: heading, message: Message(text: message), details: [],
            start: Start(
                path: page.destination, label: page.application.map { "\(phrases.continueWith) \($0)" } ?? phrases.proceed, isMain: true))
    }

    private init(
        _ language: Language, heading: String, message: Message, details: [Detail], startPath: String?
    ) {
        self.init(
            language, heading: heading, message: message, details: details,
            start: startPath.map { Start(path: $0, label: language.phrases.backToStart) })
    }

    private init(
        _ language: Language, heading: String, message: Message, details: [Detail], start: Start?
    ) {
        frame = Frame(language, title: heading)
        self.heading = heading
        self.message = message
        hasDetails = !details.isEmpty
        self.details = details
        self.start = start
    }
}

/// The end of a way: an error, or signed out.
enum MessageTemplate {
    static let source = """
        {{<layout}}{{$main}}
        <h1>{{heading}}</h1>
        {{#message}}<p class="lead"{{#language}} lang="{{.}}" dir="ltr"{{/language}}>{{text}}</p>{{/message}}
        {{#hasDetails}}<dl class="notice information">
        {{#details}}<div><dt>{{#isParameter}}<code>{{term}}</code>{{/isParameter}}{{^isParameter}}{{term}}{{/isParameter}}</dt><dd><code>{{text}}</code></dd></div>
        {{/details}}
        </dl>
        {{/hasDetails}}
        {{#start}}<p class="buttons"><a class="button{{^isMain}} secondary{{/isMain}}" href="{{path}}">{{label}}</a></p>
        {{/start}}
        {{/main}}{{/layout}}
        """
}
