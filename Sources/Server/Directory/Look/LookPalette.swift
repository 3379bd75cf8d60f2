import Primitives

/// The colours of pages in one scheme, light or dark, that a look's two colours decide.
package struct LookPalette: Sendable, Equatable {
    /// The scheme of a browser (CSS Media Queries 5, `prefers-color-scheme`).
    package enum Scheme: Sendable, CaseIterable {
        case light, dark
    }

    /// The colour around the card.
    package let page: PageColour
    /// The colour of links and buttons.
    package let accent: PageColour
    /// The colour of links and buttons under the pointer.
    package let strongAccent: PageColour
    /// The colour of text on buttons.
    package let onAccent: PageColour
    /// The colour behind notices, and behind what is chosen.
    package let information: PageColour

    /// The contrast of text (WCAG 2.2, 1.4.3).
    package static let ratio = 4.5

    /// The colours of the pages' own stylesheet, which a look leaves as they are.
    package struct Fixed: Sendable {
        /// The colour of the card.
        package let card: PageColour
        /// The colour of text.
        package let ink: PageColour
        /// The colour of softer text.
        package let soft: PageColour
        /// The colour around the card of a realm without a look.
        package let page: PageColour
        /// The colour of links and buttons of a realm without a look.
        package let accent: PageColour

        fileprivate init(_ card: String, ink: String, soft: String, page: String, accent: String) {
            func colour(_ text: String) -> PageColour { PageColour(text) ?? .black }
            self.card = colour(card)
            self.ink = colour(ink)
            self.soft = colour(soft)
            self.page = colour(page)
            self.accent = colour(accent)
        }

        /// The fixed colours of a scheme.
        package static func of(_ scheme: Scheme) -> Fixed {
            switch scheme {
            case .light: Fixed("#ffffff", ink: "#16211e", soft: "#4d5c57", page: "#f4f6f5", accent: "#0f6b5c")
            case .dark: Fixed("#18201d", ink: "#e8eeeb", soft: "#a9b8b2", page: "#101614", accent: "#63cdb7")
            }
        }
    }

    /// The palette of a look. A scheme without an accent of its own has the nearest to the light one that can be read in it.
    package init(_ look: PageLook, _ scheme: Scheme) {
        let fixed = Fixed.of(scheme)
        let page = (scheme == .light ? look.background : look.backgroundDark).flatMap { PageColour($0) } ?? fixed.page
        let given = scheme == .light ? look.accent : look.accentDark ?? look.accent
        let wanted = given.flatMap { PageColour($0) } ?? fixed.accent
        let derived = scheme == .dark && look.accentDark == nil
        accent = derived ? wanted.nearest(contrasting: Self.ratio, to: [fixed.card, page]) ?? fixed.accent : wanted
        strongAccent = accent.mixed(with: scheme == .light ? .black : .white, 0.25)
        onAccent = scheme == .light ? .white : .black
        information = fixed.card.mixed(with: accent, 0.08)
        self.page = page
    }

    /// Two colours that stand on each other, with the setting that decides the first.
    struct Pair {
        let setting: String
        let colour: PageColour
        let name: String
        let others: [(name: String, colour: PageColour)]
    }

    /// The pairs that a look decides, those of text.
    static func pairs(_ look: PageLook, _ scheme: Scheme) -> [Pair] {
        let (palette, fixed) = (LookPalette(look, scheme), Fixed.of(scheme))
        let suffix = scheme == .light ? "" : "Dark"
        return [
            Pair(
                setting: "background\(suffix)", colour: palette.page, name: "the background",
                others: [("the text", fixed.ink), ("the softer text", fixed.soft)]),
            Pair(
                setting: "accent\(suffix)", colour: palette.accent, name: "the accent",
                others: [("the card", fixed.card), ("the background", palette.page)]),
        ]
    }
}
