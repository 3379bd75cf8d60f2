package import Foundations
import Primitives
package import ResourceMessages

/// A look of the hosted pages: a realm's, or an application's in place of parts of it. A member that is missing leaves what the pages have anyway.
package struct PageLook: Sendable, Equatable, Codable {
    /// The name at the head of the pages and in their titles.
    package var name: String?
    /// The picture beside or in place of the name, as a `data:` URL of a PNG or an SVG (RFC 2397).
    package var logo: String?
    /// The picture of the browser's tab, likewise.
    package var icon: String?
    /// The colour of links and buttons, `#rrggbb`.
    package var accent: String?
    /// The same in dark; without it the nearest that can be read there.
    package var accentDark: String?
    /// The colour around the card.
    package var background: String?
    /// The colour around the card in dark; without it that of the pages themselves.
    package var backgroundDark: String?
    /// The radius of corners in pixels.
    package var cornerRadius: Int?
    /// The links at the foot of each page.
    package var links: [Link]?

    package init() {}

    /// A link at the foot of a page.
    package struct Link: Sendable, Equatable, Codable {
        /// The words of the link.
        package var text: String
        /// A web address.
        package var url: String

        package init(_ text: String, url: String) {
            self.text = text
            self.url = url
        }
    }

    /// This look, with another's members in place of those that the other has.
    package func with(_ other: PageLook?) -> PageLook {
        guard let other else { return self }
        var look = self
        look.name = other.name ?? name
        look.logo = other.logo ?? logo
        look.icon = other.icon ?? icon
        look.accent = other.accent ?? accent
        look.accentDark = other.accentDark ?? (other.accent == nil ? accentDark : nil)
        look.background = other.background ?? background
        look.backgroundDark = other.backgroundDark ?? backgroundDark
        look.cornerRadius = other.cornerRadius ?? cornerRadius
        look.links = other.links ?? links
        return look
    }
}

extension PageLook {
    private static let mostLinks = 6
    private static let largestRadius = 24
    private static let longestName = 64

    /// The declaration of the members.
    package static let shape: Shape = {
        let colour = Shape.text(.init(pattern: "^#[0-9A-Fa-f]{6}$"))
        let link = ObjectShape(
            name: "PageLookLink",
            members: [
                .init(
                    name: "text", shape: .text(.init(length: 1...PageLook.longestName)), presence: .required,
                    help: "The words of the link."),
                .init(name: "url", shape: .text(.init(length: 1...2048)), presence: .required, help: "The web address."),
            ])
        let members: [(String, Shape, String)] = [
            ("name", .text(.init(length: 1...PageLook.longestName)), "The name at the head of the pages and in their titles."),
            ("logo", .text(.init(length: 1...LookImage.longest)), "A PNG or an SVG as a data: URL, at most 48 KiB."),
            ("icon", .text(.init(length: 1...LookImage.longest)), "The picture of the browser's tab, likewise."),
            ("accent", colour, "The colour of links and buttons."),
            ("accentDark", colour, "The same in dark; without it the nearest to the other that can be read there."),
            ("background", colour, "The colour around the card."), ("backgroundDark", colour, "The same in dark."),
            ("cornerRadius", .integer(0...PageLook.largestRadius), "The radius of corners in pixels."),
            ("links", .list(.object(link), count: 0...PageLook.mostLinks), "Links at the foot of each page."),
        ]
        return .object(
            ObjectShape(
                name: "PageLook", members: members.map { .init(name: $0.0, shape: $0.1, presence: .optional, help: $0.2) }))
    }()

    /// Refuses a look that can't be shown, or can't be read.
    /// - Throws: `invalid`, with the pair of colours whose contrast is too low and the nearest colour that would do.
    package func check() throws(DomainError) {
        for (member, colour) in [
            ("accent", accent), ("accentDark", accentDark), ("background", background), ("backgroundDark", backgroundDark),
        ] {
            guard let colour, PageColour(colour) == nil else { continue }
            throw DomainError(.invalid, "look: \(member) is a colour such as #0f6b5c")
        }
        guard (0...Self.largestRadius).contains(cornerRadius ?? 0) else {
            throw DomainError(.invalid, "look: cornerRadius is 0 to \(Self.largestRadius) pixels")
        }
        guard (1...Self.longestName).contains(name?.unicodeScalars.count ?? 1) else {
            throw DomainError(.invalid, "look: name has 1 to \(Self.longestName) characters")
        }
        try checkLinks()
        for (member, image) in [("logo", logo), ("icon", icon)] {
            guard let image else { continue }
            do { _ = try LookImage(image) } catch { throw DomainError(.invalid, "look: \(member) \(error.reason)") }
        }
        for scheme in LookPalette.Scheme.allCases { try checkContrast(scheme) }
    }

    private func checkLinks() throws(DomainError) {
        guard links?.count ?? 0 <= Self.mostLinks else { throw DomainError(.invalid, "look: there are at most \(Self.mostLinks) links") }
        for link in links ?? [] {
            guard (1...Self.longestName).contains(link.text.unicodeScalars.count),
                link.url.hasPrefix("https://") || link.url.hasPrefix("http://"), RegisteredURI.problem(ofPage: link.url) == nil
            else { throw DomainError(.invalid, "look: \(link.url.prefix(128)) is no web address with a text of its own") }
        }
    }

    private func checkContrast(_ scheme: LookPalette.Scheme) throws(DomainError) {
        for pair in LookPalette.pairs(self, scheme) {
            guard let low = pair.others.first(where: { pair.colour.contrast(to: $0.colour) < LookPalette.ratio }) else { continue }
            let nearest = pair.colour.nearest(contrasting: LookPalette.ratio, to: pair.others.map(\.colour))
            let ratio = (pair.colour.contrast(to: low.colour) * 100).rounded(.down) / 100
            throw DomainError(
                .invalid,
                "look: \(pair.setting) \(pair.colour) on \(low.name) \(low.colour) has a contrast of \(ratio) to 1, and text needs "
                    + "\(LookPalette.ratio); " + (nearest.map { "the nearest colour that has it is \($0)" } ?? "no shade of it has it"))
        }
    }
}
