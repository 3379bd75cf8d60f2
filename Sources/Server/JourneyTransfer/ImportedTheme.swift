import AMFormat
import Directory
import JourneyModel
import Primitives
import SignIn

/// The look of the pages that an exported theme describes, as far as a realm's look has a place for it. Colours that couldn't be read become the nearest
/// that can.
struct ImportedTheme: Sendable {
    let look: PageLook
    let findings: [ImportFinding]

    static let container = "themes"

    /// Whether an object that came with journeys is the theme of all pages. Themes of single journeys have no counterpart here.
    static func isDefault(_ object: CarriedConfiguration.Object) -> Bool {
        object.kind == container && object.value["isDefault"]?.bool == true
    }

    init(_ object: CarriedConfiguration.Object) {
        let theme = object.value
        var (look, findings) = (PageLook(), [ImportFinding]())
        func note(_ member: String, _ reason: String) {
            findings.append(ImportFinding(.note, "\(Self.container) \(object.id)", member: member, reason))
        }
        look.name = theme["logoAltText"]?.string.flatMap { (1...64).contains($0.unicodeScalars.count) ? $0 : nil }
        let fixed = LookPalette.Fixed.of(.light)
        func colour(_ member: String, on others: [PageColour]) -> PageColour? {
            guard let wanted = theme[member]?.string.flatMap(Self.colour) else { return nil }
            let readable = wanted.nearest(contrasting: LookPalette.ratio, to: others)
            if readable != wanted {
                note(member, "\(wanted) can't be read here; " + (readable.map { "\($0) is used" } ?? "it is left out"))
            }
            return readable
        }
        let background = colour("backgroundColor", on: [fixed.ink, fixed.soft])
        look.background = background?.description
        look.accent = colour("primaryColor", on: [fixed.card, background ?? fixed.page])?.description
        for (member, path) in [("logo", \PageLook.logo), ("favicon", \PageLook.icon)] {
            guard let picture = theme[member]?.string, !picture.isEmpty else { continue }
            if LookImage(stored: picture) == nil {
                note(member, "is no picture in the file that can be taken; set it by hand")
            } else {
                look[keyPath: path] = picture
            }
        }
        let radius = theme["buttonRounded"].flatMap { value in
            value.integer.map { Int(clamping: $0) } ?? value.string.flatMap { Int(decimal: $0) }
        }
        look.cornerRadius = radius.map { min(max($0, 0), 24) }
        self.look = look
        self.findings = findings
    }

    /// Reads `#rrggbb` or `#rgb`.
    private static func colour(_ text: String) -> PageColour? {
        guard text.utf8.count == 4, text.hasPrefix("#") else { return PageColour(text) }
        return PageColour("#" + text.dropFirst().map { "\($0)\($0)" }.joined())
    }
}
