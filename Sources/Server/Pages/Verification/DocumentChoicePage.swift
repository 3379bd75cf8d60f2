package import Translations
package import VerificationMessages

/// Asks which document the user of a verification shows. The form is a `GET` of the verification's own address.
package struct DocumentChoicePage: Sendable {
    package var language: Language
    /// The address of the verification.
    package var path: String
    /// The kinds of document that are taken.
    package var documents: [IdentityCardType]
    /// The reason for which the user sees the page again; nil when there is none.
    package var problem: VerificationProblem?

    /// The name of the parameter with the kind of card.
    package static let cardField = "card"
    /// The query that asks for the choice, once a document was chosen.
    package static let choiceQuery = "step=choice"

    package init(
        language: Language = .english, path: String, documents: [IdentityCardType], problem: VerificationProblem? = nil
    ) {
        self.language = language
        self.path = path
        self.documents = documents
        self.problem = problem
    }
}

/// The page as its template sees it.
struct DocumentChoiceView: FramedView {
    var frame: Frame
    let phrases: VerificationPhrases
    let path: String
    let cardField = DocumentChoicePage.cardField
    let documents: [Choice]
    let proceed: String
    let error: ProblemView?

    struct Choice {
        let value: String
        let name: String
    }

    init(_ page: DocumentChoicePage) {
        let phrases = page.language.phrases.verification
        self.phrases = phrases
        frame = Frame(page.language, title: phrases.chooseTitle)
        path = page.path
        documents = page.documents.map { Choice(value: $0.rawValue, name: phrases.names[$0.rawValue] ?? $0.rawValue) }
        proceed = page.language.phrases.proceed
        error = page.problem.map { ProblemView($0, page.language) }
    }
}

enum DocumentChoiceTemplate {
    static let source = """
        {{<layout}}{{$main}}
        <h1>{{phrases.chooseTitle}}</h1>
        <p class="lead">{{phrases.chooseLead}}</p>
        \(VerificationConsentTemplate.problem)
        <form method="get" action="{{path}}">
        <fieldset class="field"><legend>{{phrases.chooseLegend}}</legend>
        {{#documents}}<label class="option"><input type="radio" name="{{cardField}}" value="{{value}}" required> {{name}}</label>
        {{/documents}}
        </fieldset>
        <div class="buttons"><button type="submit">{{proceed}}</button></div>
        </form>
        {{/main}}{{/layout}}
        """
}
