/// What all pages share: head, mark, landmarks, foot.
enum LayoutTemplate {
    static let source = """
        <!doctype html>
        <html lang="{{frame.language}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        {{#frame.refresh}}<meta http-equiv="refresh" content="{{.seconds}};url={{.location}}">
        {{/frame.refresh}}
        <title>{{frame.title}} · Gatehouse</title>
        <link rel="stylesheet" href="{{frame.stylesheet}}">
        <link rel="icon" type="image/svg+xml" href="{{frame.icon}}">
        {{#frame.script}}<script src="{{.}}" async defer></script>
        {{/frame.script}}
        {{#frame.ownScript}}<script src="{{.}}" defer></script>
        {{/frame.ownScript}}
        </head>
        <body>
        <header>
        <p class="brand">\(Mark.inline)<span>Gatehouse</span></p>
        </header>
        <main class="{{$width}}narrow{{/width}}">
        {{$main}}{{/main}}
        </main>
        <footer><p>{{frame.footer}}</p></footer>
        </body>
        </html>

        """
}

/// What the layout needs of every page.
struct Frame {
    let language: String
    let title: String
    let footer: String
    let refresh: Refresh?
    /// The address of a script of somebody else's; none but a CAPTCHA needs one.
    let script: String?
    /// The path of a script of ours; none but passkeys need one.
    let ownScript: String?
    let stylesheet = Asset.stylesheet.versionedPath
    let icon = Asset.icon.versionedPath

    /// When the browser is to go elsewhere by itself, and where.
    struct Refresh {
        let seconds: Int
        let location: String
    }

    init(_ language: Language, title: String, refresh: Refresh? = nil, script: String? = nil, ownScript: Asset? = nil) {
        self.language = language.rawValue
        self.title = title
        self.refresh = refresh
        self.script = script
        self.ownScript = ownScript?.versionedPath
        footer = language.phrases.footer
    }
}
