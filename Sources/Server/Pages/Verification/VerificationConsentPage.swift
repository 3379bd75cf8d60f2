import Primitives
package import Translations

/// Tells a user what a verification of their identity does, and takes its code: by going on the user agrees.
package struct VerificationConsentPage: Sendable {
    package var language: Language
    package var form: PageForm
    /// The code that the user's link has; nil when it is to be typed.
    package var code: String?
    /// The number of seconds for which data are kept afterwards.
    package var retention: Int
    /// The reason for which the user sees the page again; nil when there is none.
    package var problem: VerificationProblem?

    /// The name of the field with the code.
    package static let codeField = "code"

    package init(language: Language = .english, form: PageForm, code: String? = nil, retention: Int, problem: VerificationProblem? = nil) {
        self.language = language
        self.form = form
        self.code = code
        self.retention = retention
        self.problem = problem
    }
}

/// The page as its template sees it.
struct VerificationConsentView: FramedView {
    var frame: Frame
    let phrases: VerificationPhrases
    let form: PageForm
    let csrfField = PageForm.csrfField
    let codeField = VerificationConsentPage.codeField
    let points: [String]
    let hidden: String?
    let typed: Typed?
    let error: ProblemView?

    struct Typed {
        let hint: String
    }

    init(_ page: VerificationConsentPage) {
        let (all, time) = (page.language.phrases, page.language.phrases.duration(seconds: page.retention))
        phrases = all.verification
        frame = Frame(page.language, title: phrases.title)
        form = page.form
        points = phrases.points.map { $0.replacing("{time}", with: time) }
        hidden = page.code
        typed = page.code == nil ? Typed(hint: phrases.codeHint) : nil
        error = page.problem.map { ProblemView($0, page.language) }
    }
}

/// A problem as templates see it.
struct ProblemView {
    let prefix: String
    let message: String

    init(_ problem: VerificationProblem, _ language: Language) {
        prefix = language.phrases.errorPrefix
        message = problem.text(in: language)
    }
}

enum VerificationConsentTemplate {
    /// The part of each page of a verification that says what went wrong.
    static let problem = """
        {{#error}}<div id="error" class="notice error" role="alert"><p><strong>{{prefix}}:</strong> {{message}}</p></div>
        {{/error}}
        """

    static let source = """
        {{<layout}}{{$main}}
        <h1>{{phrases.title}}</h1>
        <p class="lead">{{phrases.lead}}</p>
        \(problem)
        <ul class="points">
        {{#points}}<li>{{.}}</li>
        {{/points}}
        </ul>
        <form method="post" action="{{form.action}}">
        <input type="hidden" name="{{csrfField}}" value="{{form.csrfToken}}">
        {{#hidden}}<input type="hidden" name="{{codeField}}" value="{{.}}">
        {{/hidden}}
        {{#typed}}<div class="field"><label for="code">{{phrases.code}}</label>
        <input id="code" type="text" name="{{codeField}}" required inputmode="numeric" autocomplete="one-time-code" maxlength="20" \
        aria-describedby="code-hint"><small id="code-hint">{{hint}}</small></div>
        {{/typed}}
        <p>{{phrases.decline}}</p>
        <div class="buttons"><button type="submit">{{phrases.agree}}</button></div>
        </form>
        {{/main}}{{/layout}}
        """
}
