import Testing

@testable import Pages

@Suite("What the pages link to")
struct AssetTests {
    @Test("every link of a page's head is an asset at its version")
    func links() throws {
        let html = HTMLStructure(try Pages().render(SignedOutPage()))
        #expect(html.all("link").compactMap { $0["href"] } == [Asset.stylesheet, .icon].map(\.versionedPath))
    }

    @Test("another content has another version")
    func versions() {
        #expect(Set(Asset.all.map(\.version)).count == Asset.all.count)
        #expect(Asset.all.allSatisfy { $0.version.count == 16 })
    }

    @Test("the stylesheet fetches nothing")
    func stylesheet() {
        #expect(!Asset.stylesheet.content.contains("url(") && !Asset.stylesheet.content.contains("@import"))
    }

    static let texts: [(foreground: String, background: String)] = [
        ("ink", "page"), ("ink", "card"), ("soft", "page"), ("soft", "card"), ("soft", "info"), ("accent", "card"),
        ("accent-strong", "info"),
        ("on-accent", "accent"), ("on-accent", "accent-strong"), ("ink", "info"), ("ink", "warn"), ("ink", "error"),
        ("card", "error-edge"), ("error-edge", "card"),
    ]

    @Test("text has a contrast of 4.5 to 1, in light and dark (WCAG 2.2, 1.4.3)", arguments: texts)
    func textContrast(foreground: String, background: String) throws {
        for palette in try Palette.both() { #expect(try palette.contrast(foreground, background) >= 4.5) }
    }

    @Test(
        "borders of fields, marks and focus have one of 3 to 1 (1.4.11)",
        arguments: [
            ("edge", "card"), ("focus", "card"), ("focus", "page"), ("error-edge", "card"), ("warn-edge", "warn"),
        ])
    func borderContrast(foreground: String, background: String) throws {
        for palette in try Palette.both() { #expect(try palette.contrast(foreground, background) >= 3) }
    }
}
