package import DeviceMessages
import Primitives
package import ResourceMessages

/// The form in which a push is shown before the app sees it: by the app's own texts, or by a realm's.
package struct PushPresentation: Sendable, Equatable {
    private(set) var title: String?
    /// nil for the app's own text.
    private(set) var body: String?
    package private(set) var category: PushCategory

    /// The limits of both texts, in bytes: together they are what carriers take beside the longest statement.
    private static let longestTitle = 160
    private static let longestBody = 560

    /// The app's own texts, with buttons on the banner.
    package static let standard = PushPresentation(title: nil, body: nil, category: .bannerButtons)

    /// The texts that are shown in the place of the app's own.
    package var texts: PushEnvelope.Texts? { body.map { PushEnvelope.Texts(title: title, body: $0) } }

    init(title: String?, body: String?, category: PushCategory) {
        self.title = title.map { Self.shown($0, Self.longestTitle) }
        self.body = body.map { Self.shown($0, Self.longestBody) }
        self.category = category
    }

    /// A text without control characters, which JSON makes six of, and no longer than so many bytes.
    private static func shown(_ text: String, _ longest: Int) -> String {
        let plain = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
        guard plain.utf8.count > longest else { return plain }
        var cut = ""
        for character in plain {
            guard cut.utf8.count + character.utf8.count <= longest - 3 else { break }
            cut.append(character)
        }
        return cut + "…"
    }
}

extension PushPresentation: Shaped {
    package static let shapeName = "PushPresentation"
    package static let members: [Member<Self>] = [
        Member("title", optional: \.title, .lines(0...longestTitle)), Member("body", optional: \.body, .lines(0...longestBody)),
        Member("category", \.category, .choice),
    ]

    package init() { self = .standard }
}
