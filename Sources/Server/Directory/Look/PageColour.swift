import Foundation
import Primitives

/// An opaque colour in sRGB.
package struct PageColour: Sendable, Equatable, CustomStringConvertible {
    /// The parts, 0 to 255.
    private let parts: [UInt8]

    private init(parts: [UInt8]) { self.parts = parts }

    /// Reads `#rrggbb`; nil for another text.
    package init?(_ text: String) {
        guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"), let parts = Hexadecimal.decode(String(text.dropFirst())) else {
            return nil
        }
        self.init(parts: parts)
    }

    /// The colour as `#rrggbb`.
    package var description: String { "#" + Hexadecimal.encode(parts) }

    /// The contrast ratio to another colour, 1 to 21 (WCAG 2.2).
    package func contrast(to other: PageColour) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// The colour with a part of another in it, 0 to 1.
    package func mixed(with other: PageColour, _ share: Double) -> PageColour {
        PageColour(
            parts: zip(parts, other.parts).map { UInt8((Double($0) + (Double($1) - Double($0)) * share).rounded()) })
    }

    /// The colour nearest to this one, darker or lighter, that has a contrast to each of some others; nil when none has.
    package func nearest(contrasting ratio: Double, to others: [PageColour]) -> PageColour? {
        for step in 0...100 {
            for end in [PageColour.black, .white] {
                let candidate = mixed(with: end, Double(step) / 100)
                if others.allSatisfy({ candidate.contrast(to: $0) >= ratio }) { return candidate }
            }
        }
        return nil
    }

    /// The colour `#000000`.
    package static let black = PageColour(parts: [0, 0, 0])
    /// The colour `#ffffff`.
    package static let white = PageColour(parts: [255, 255, 255])

    /// WCAG 2.2, relative luminance.
    private var luminance: Double {
        let linear = parts.map { part in
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
}
