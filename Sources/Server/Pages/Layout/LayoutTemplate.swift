import Primitives
import Translations

/// The parts that all pages share: head, mark, landmarks, foot.
enum LayoutTemplate {
    static let source = """
        <!doctype html>
        <html lang="{{frame.language}}" dir="{{frame.direction}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        {{#frame.refresh}}<meta http-equiv="refresh" content="{{.seconds}};url={{.location}}">
        {{/frame.refresh}}
        {{#frame.wait}}<noscript><meta http-equiv="refresh" content="{{.seconds}};url={{.location}}"></noscript>
        {{/frame.wait}}
        <title>{{frame.title}} · {{frame.brand.name}}</title>
        <link rel="stylesheet" href="{{frame.brand.stylesheet}}">
        {{#frame.brand.icon}}<link rel="icon" type="{{type}}" href="{{path}}">{{/frame.brand.icon}}
        {{#frame.script}}<script src="{{.}}" async defer></script>
        {{/frame.script}}
        {{#frame.sensor}}<script id="stPingId" src="{{source}}" integrity="{{integrity}}" defer></script>
        {{/frame.sensor}}
        {{#frame.ownScripts}}<script src="{{.}}" defer></script>
        {{/frame.ownScripts}}
        </head>
        <body>
        <header>
        <p class="brand">{{#frame.brand.logo}}<img src="{{.}}" alt="{{frame.brand.name}}">{{/frame.brand.logo}}\
        {{^frame.brand.logo}}{{#frame.isStandard}}\(Mark.inline){{/frame.isStandard}}<span>{{frame.brand.name}}</span>{{/frame.brand.logo}}</p>
        </header>
        <main class="{{$width}}narrow{{/width}}"{{#frame.wait}} data-wait="{{.seconds}}" data-wait-path="{{.location}}"{{/frame.wait}}>
        {{$main}}{{/main}}
        </main>
        <footer>
        {{#frame.hasLinks}}<ul class="ways">
        {{#frame.brand.links}}<li><a href="{{address}}" rel="noreferrer">{{label}}</a></li>
        {{/frame.brand.links}}
        </ul>
        {{/frame.hasLinks}}
        {{#frame.choice}}<details class="languages"><summary>{{title}}: {{ownName}}</summary>
        <ul class="ways">
        {{#languages}}<li><a href="{{path}}" lang="{{tag}}" dir="{{direction}}" hreflang="{{tag}}" rel="nofollow">{{name}}</a></li>
        {{/languages}}
        </ul></details>
        {{/frame.choice}}
        {{#frame.isStandard}}<p>{{frame.footer}}</p>{{/frame.isStandard}}
        </footer>
        </body>
        </html>

        """
}

/// The values that the layout needs of every page.
struct Frame {
    let language: String
    let direction: String
    let title: String
    let footer: String
    /// The address that the browser goes to at once.
    let refresh: Refresh?
    /// The address that tells whether a step that waits continues, and when to ask. ``WaitingScript`` asks without taking the page away
    /// from its reader (WCAG 2.2.1); a browser without script loads the page again.
    let wait: Refresh?
    /// The address of another site's script; none but a CAPTCHA needs one.
    let script: String?
    /// The script that collects signals; nil for pages that collect none.
    let sensor: Sensor?
    /// The paths of scripts of ours: for passkeys, for steps that wait, and for signals.
    let ownScripts: [String]
    /// The look, of which the page itself knows nothing.
    private(set) var brand = PageBrand.standard
    /// Whether the pages have the program's own name.
    private(set) var isStandard = true
    private(set) var hasLinks = false
    /// The choice of a language; nil where there is none.
    private(set) var choice: LanguageChoice?
    private let spoken: Language

    /// The same frame with a realm's look.
    func wearing(_ brand: PageBrand) -> Frame {
        var frame = self
        frame.brand = brand
        frame.isStandard = brand.name == PageBrand.standardName
        frame.hasLinks = !brand.links.isEmpty
        return frame
    }

    /// The same frame, on which readers choose a language.
    func choosingLanguage(at path: String?) -> Frame {
        var frame = self
        frame.choice = path.map { LanguageChoice(spoken, at: $0) }
        return frame
    }

    /// The time after which the browser is to go elsewhere by itself, and the address.
    struct Refresh {
        let seconds: Int
        let location: String
    }

    /// A script with the digest that its content must have.
    struct Sensor {
        let source = SignalsScript.path
        let integrity = SignalsScript.integrity
    }

    init(
        _ language: Language, title: String, refresh: Refresh? = nil, wait: Refresh? = nil, script: String? = nil,
        sensor: Sensor? = nil, ownScripts: [Asset] = []
    ) {
        spoken = language
        self.language = language.rawValue
        direction = language.direction
        self.title = title
        self.refresh = refresh
        self.wait = wait
        self.script = script
        self.sensor = sensor
        self.ownScripts = ownScripts.map(\.versionedPath)
        footer = language.phrases.footer
    }
}
