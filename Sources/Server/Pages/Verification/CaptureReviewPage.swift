import Primitives
package import Translations
package import VerificationMessages

/// Shows which pictures of a verification were taken, before they are submitted.
package struct CaptureReviewPage: Sendable {
    package var language: Language
    /// The pictures that are asked for, taken or not.
    package var pictures: [Picture]
    /// The path to the choice of another document; nil where there is one kind alone.
    package var choicePath: String?
    package var form: PageForm
    /// The token that the submission spends.
    package var token: String
    /// The reason for which the user sees the page again; nil when there is none.
    package var problem: VerificationProblem?

    /// A picture that is asked for.
    package struct Picture: Sendable {
        let card: IdentityCardType
        let side: ImageSide
        /// Whether it was taken, and has faults; nil for one that wasn't.
        let hasFaults: Bool?
        /// The path to the step at which it is taken.
        let path: String

        package init(_ card: IdentityCardType, _ side: ImageSide, hasFaults: Bool?, path: String) {
            self.card = card
            self.side = side
            self.hasFaults = hasFaults
            self.path = path
        }
    }

    package init(
        language: Language = .english, pictures: [Picture], choicePath: String? = nil, form: PageForm, token: String,
        problem: VerificationProblem? = nil
    ) {
        self.language = language
        self.pictures = pictures
        self.choicePath = choicePath
        self.form = form
        self.token = token
        self.problem = problem
    }
}

/// The page as its template sees it.
struct CaptureReviewView: FramedView {
    var frame: Frame
    let phrases: VerificationPhrases
    let pictures: [Row]
    let choicePath: String?
    let form: PageForm
    let csrfField = PageForm.csrfField
    let tokenField = CapturePage.tokenField
    let token: String
    let error: ProblemView?

    struct Row {
        let name: String
        let state: String
        let path: String
        let label: String
    }

    init(_ page: CaptureReviewPage) {
        let phrases = page.language.phrases.verification
        self.phrases = phrases
        frame = Frame(page.language, title: phrases.reviewTitle)
        pictures = page.pictures.map { picture in
            let state = picture.hasFaults.map { $0 ? phrases.takenWithDoubts : phrases.taken } ?? phrases.missing
            return Row(
                name: phrases.title(picture.card, picture.side), state: state, path: picture.path,
                label: picture.hasFaults == nil ? phrases.takeNow : phrases.takeAgain)
        }
        choicePath = page.choicePath
        form = page.form
        token = page.token
        error = page.problem.map { ProblemView($0, page.language) }
    }
}

enum CaptureReviewTemplate {
    static let source = """
        {{<layout}}{{$main}}
        <h1>{{phrases.reviewTitle}}</h1>
        <p class="lead">{{phrases.reviewLead}}</p>
        \(VerificationConsentTemplate.problem)
        <ul class="links">
        {{#pictures}}<li><span><strong>{{name}}</strong>: {{state}}</span> <a href="{{path}}" aria-label="{{label}}: {{name}}">{{label}}</a></li>
        {{/pictures}}
        </ul>
        <form method="post" action="{{form.action}}">
        <input type="hidden" name="{{csrfField}}" value="{{form.csrfToken}}">
        <input type="hidden" name="{{tokenField}}" value="{{token}}">
        <div class="buttons"><button type="submit">{{phrases.submit}}</button></div>
        </form>
        {{#choicePath}}<ul class="ways"><li><a href="{{.}}">{{phrases.otherDocument}}</a></li></ul>
        {{/choicePath}}
        {{/main}}{{/layout}}
        """
}
