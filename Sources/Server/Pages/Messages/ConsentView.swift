import Translations

/// The question for consent as its template sees it.
struct ConsentView: FramedView {
    var frame: Frame
    let phrases: Phrases
    let consent: ConsentPhrases
    let application: String
    let destination: String
    let personName: String
    let scopes: [String]
    let form: PageForm
    let fields: ConsentPage.Fields

    init(_ page: ConsentPage) {
        phrases = page.language.phrases
        consent = phrases.consent
        frame = Frame(page.language, title: phrases.consent.title)
        application = page.application
        destination = page.destination
        personName = page.name
        scopes = page.scopes.isEmpty ? [phrases.consent.identity] : page.scopes
        form = page.form
        fields = page.fields
    }
}

/// The question for consent.
enum ConsentTemplate {
    static let source = """
        {{<layout}}{{$main}}
        <h1>{{consent.title}}</h1>
        <p class="lead"><strong>{{application}}</strong> {{consent.asksFor}}</p>
        <ul>
        {{#scopes}}<li>{{.}}</li>
        {{/scopes}}
        </ul>
        <dl class="notice information">
        <div><dt>{{phrases.signedInAs}}</dt><dd><code>{{personName}}</code></dd></div>
        <div><dt>{{consent.leadsTo}}</dt><dd><code>{{destination}}</code></dd></div>
        </dl>
        <form method="post" action="{{form.action}}">
        <input type="hidden" name="{{fields.ticket}}" value="{{form.csrfToken}}">
        <div class="field"><label class="option"><input type="checkbox" name="{{fields.remember}}" value="on"> {{consent.remember}}</label></div>
        <p class="buttons"><button type="submit" name="{{fields.decision}}" value="{{fields.allow}}">{{consent.allow}}</button> \
        <button type="submit" class="secondary" name="{{fields.decision}}" value="{{fields.deny}}">{{consent.deny}}</button></p>
        </form>
        {{/main}}{{/layout}}
        """
}
