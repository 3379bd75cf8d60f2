/// A page with something to say and nothing to ask.
struct MessageView {
    let frame: Frame
    let heading: String
    let message: String
    let hasDetails: Bool
    let details: [Detail]
    let start: Start?

    struct Detail {
        let term: String
        let text: String
    }

    struct Start {
        let path: String
        let label: String
    }

    init(_ page: ErrorPage) {
        let phrases = page.language.phrases
        let details = [(phrases.errorCode, page.code), (phrases.reference, page.reference)].compactMap { term, text in
            text.nonEmpty.map { Detail(term: term, text: $0) }
        }
        self.init(
            page.language, heading: phrases.errorTitle, message: page.message, details: details, startPath: page.startPath)
    }

    init(_ page: SignedOutPage) {
        let phrases = page.language.phrases
        self.init(
            page.language, heading: phrases.signedOutTitle, message: phrases.signedOutText, details: [], startPath: page.startPath)
    }

    private init(_ language: Language, heading: String, message: String, details: [Detail], startPath: String?) {
        frame = Frame(language, title: heading)
        self.heading = heading
        self.message = message
        hasDetails = !details.isEmpty
        self.details = details
        start = startPath.map { Start(path: $0, label: language.phrases.backToStart) }
    }
}

/// The end of a way: an error, or signed out.
enum MessageTemplate {
    static let source = """
        {{<layout}}{{$main}}
        <h1>{{heading}}</h1>
        <p class="lead">{{message}}</p>
        {{#hasDetails}}<dl class="notice information">
        {{#details}}<div><dt>{{term}}</dt><dd><code>{{text}}</code></dd></div>
        {{/details}}
        </dl>
        {{/hasDetails}}
        {{#start}}<p class="buttons"><a class="button secondary" href="{{path}}">{{label}}</a></p>
        {{/start}}
        {{/main}}{{/layout}}
        """
}
