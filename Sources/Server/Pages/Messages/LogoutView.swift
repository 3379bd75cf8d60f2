import Translations

/// The question whether to sign out as its template sees it.
struct LogoutView: FramedView {
    var frame: Frame
    let phrases: Phrases
    let name: String
    let form: PageForm
    let fields: [LogoutPage.Field]
    let startPath: String
    let csrfField = PageForm.csrfField

    init(_ page: LogoutPage) {
        phrases = page.language.phrases
        frame = Frame(page.language, title: phrases.signOutTitle)
        name = page.name
        form = page.form
        fields = page.fields
        startPath = page.startPath
    }
}

/// The question whether to sign out.
enum LogoutTemplate {
    static let source = """
        {{<layout}}{{$main}}
        <h1>{{phrases.signOutTitle}}</h1>
        <p class="lead">{{phrases.signOutText}}</p>
        <dl class="notice information">
        <div><dt>{{phrases.signedInAs}}</dt><dd><code>{{name}}</code></dd></div>
        </dl>
        <form method="post" action="{{form.action}}">
        <input type="hidden" name="{{csrfField}}" value="{{form.csrfToken}}">
        {{#fields}}<input type="hidden" name="{{name}}" value="{{value}}">
        {{/fields}}
        <p class="buttons"><button type="submit">{{phrases.signOut}}</button> <a class="button secondary" \
        href="{{startPath}}">{{phrases.staySignedIn}}</a></p>
        </form>
        {{/main}}{{/layout}}
        """
}
