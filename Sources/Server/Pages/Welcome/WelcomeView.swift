import Translations

/// The welcome page as its template sees it.
struct WelcomeView: FramedView {
    var frame: Frame
    let phrases: Phrases
    let signInPath: String
    let otherWays: [Way]
    let demonstration: WelcomePage.Demonstration?
    let hasRealms: Bool
    let realms: [WelcomePage.RealmLinks]
    let documentation: String?

    struct Way {
        let label: String
        let path: String
    }

    init(_ page: WelcomePage) {
        phrases = page.language.phrases
        frame = Frame(page.language, title: phrases.welcomeTitle)
        signInPath = page.signInPath
        otherWays = WelcomePage.Way.allCases.compactMap { way in
            page.otherWays[way].map { Way(label: way.label(page.language.phrases), path: $0) }
        }
        demonstration = page.demonstration
        hasRealms = !page.realms.isEmpty
        realms = page.realms
        documentation = page.documentation.nonEmpty
    }
}

/// The front page before a sign-in.
enum WelcomeTemplate {
    static let source = """
        {{<layout}}{{$main}}
        <h1>{{phrases.welcomeTitle}}</h1>
        <p class="lead">{{phrases.welcomeText}}</p>
        <p class="buttons"><a class="button" href="{{signInPath}}">{{phrases.signIn}}</a></p>
        {{#otherWays}}<p class="buttons"><a class="button secondary" href="{{path}}">{{label}}</a></p>
        {{/otherWays}}
        {{#demonstration}}<dl class="notice information">
        <div><dt>{{phrases.demonstration}}</dt><dd><code>{{user}}</code></dd></div>
        <div><dt>{{phrases.password}}</dt><dd><code>{{password}}</code></dd></div>
        </dl>
        {{/demonstration}}
        {{#hasRealms}}<section aria-labelledby="realms">
        <h2 id="realms">{{phrases.realms}}</h2>
        <ul class="links">
        {{#realms}}<li><span>{{phrases.realm}} <code>{{name}}</code></span> <a href="{{discovery}}">{{phrases.metadata}}</a> <a \
        href="{{keys}}">{{phrases.keys}}</a></li>
        {{/realms}}
        </ul>
        </section>
        {{/hasRealms}}
        {{#documentation}}<p><a href="{{.}}">{{phrases.documentation}}</a></p>
        {{/documentation}}
        {{/main}}{{/layout}}
        """
}
