import Directory
import Pages
import Primitives

/// The pages' stylesheet with a look's colours and corners in place of its own.
struct LookStylesheet: Sendable {
    let text: String

    init(_ look: PageLook) {
        let radius = look.cornerRadius.map { " --radius: \($0)px;" } ?? ""
        text =
            Asset.stylesheet.content + ":root {\(radius)\(Self.colours(look, .light)) }\n"
            + "@media (prefers-color-scheme: dark) { :root {\(Self.colours(look, .dark)) } }\n"
    }

    private static func colours(_ look: PageLook, _ scheme: LookPalette.Scheme) -> String {
        let palette = LookPalette(look, scheme)
        var colours = [("page", palette.page)]
        if look.accent != nil || scheme == .dark && look.accentDark != nil {
            colours += [
                ("accent", palette.accent), ("accent-strong", palette.strongAccent), ("on-accent", palette.onAccent),
                ("focus", palette.accent), ("info", palette.information),
            ]
        }
        return colours.map { " --\($0.0): \($0.1);" }.joined()
    }
}
