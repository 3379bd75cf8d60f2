import Foundation
import Testing

@testable import Pages

/// The colours of the stylesheet, light or dark, and how they stand out from each other.
struct Palette {
    private let colours: [String: UInt32]

    /// The light palette and the dark one.
    static func both() throws -> [Palette] {
        let parts = Asset.stylesheet.content.split(separator: ":root {", omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        return parts.dropFirst().map { Palette($0.prefix { $0 != "}" }) }
    }

    private init(_ block: Substring) {
        var colours: [String: UInt32] = [:]
        for match in block.matches(of: /--([a-z-]+): #([0-9a-f]{6});/) { colours[String(match.1)] = UInt32(match.2, radix: 16) }
        self.colours = colours
    }

    /// WCAG 2.2, contrast ratio: from 1 to 21.
    func contrast(_ one: String, _ other: String) throws -> Double {
        let luminances = [try luminance(one), try luminance(other)].sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }

    private func luminance(_ name: String) throws -> Double {
        let colour = try #require(colours[name])
        let parts = [16, 8, 0].map { Self.linear(Double((colour >> $0) & 0xFF) / 255) }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private static func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
}
