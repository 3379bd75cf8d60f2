import Primitives

/// The JSON that a value may be, whether it is configured or sent: a setting of a realm or a node, a member of a resource.
///
/// One declaration serves all: it refuses what isn't a value (``check(_:_:)``), tells people what is (``description``), and programs
/// (``schema``).
package indirect enum Shape: Sendable, Equatable {
    case flag
    /// A whole number, within bounds if there are any.
    case integer(ClosedRange<Int>? = nil, unit: Unit? = nil)
    /// A number of zero or more, which files may have as a text.
    case measure
    case text(TextBounds)
    /// A text that is never told.
    case secret(TextBounds)
    /// A text, or a map of texts by language tag.
    case localizedText
    case choice([String])
    /// The name of something that the realm has; empty for none. One that may be absent says in its help what is then.
    case name(of: Referent, mayBeAbsent: Bool = false)
    case list(Shape, count: ClosedRange<Int>?)
    /// A value of a shape in which something that the realm has is named, by a rule.
    case naming(NamingRule, Shape)
    /// An object whose members may have any names.
    case map(Shape, count: ClosedRange<Int>?)
    case object(ObjectShape)
    /// An object whose members depend on the word that one of them holds.
    case variants(VariantShape)
    /// The object or the variants of a name, of which this is a part: conditions hold conditions. Its reader checks what is inside.
    case again(String)
    /// Any object at all.
    case open
    /// Any value at all.
    case any
    /// A value of a shape, or `null` for none.
    case nullable(Shape)
    /// A shape that people call otherwise than ``description`` would.
    case called(String, Shape)

    /// The unit of a number.
    package enum Unit: String, Sendable {
        case seconds = "s"
        case milliseconds = "ms"
        case mebibytes = "MiB"

        /// The unit in words.
        package var words: String { self == .seconds ? "seconds" : rawValue }
    }

    /// The things of a realm that a text can name.
    package enum Referent: String, Sendable, CaseIterable {
        case attribute, journey, script, template, provider, application, population, user
        case userID = "user with the id"
        case nativeApplication = "native application"
        case devicePolicy = "device authentication policy"
        case fido2Policy = "FIDO2 policy"
        case notificationPolicy = "notification policy"
        case signOnPolicy = "sign-on policy"
        case riskPredictor = "risk predictor"
        case riskPredictorResult = "risk predictor with the compact name"
        case riskPolicySet = "risk policy set"
        case verificationProvider = "verification provider"
    }

    /// The bounds of a text.
    package struct TextBounds: Sendable, Equatable {
        /// The length in Unicode code points; nil for any.
        package var length: ClosedRange<Int>?
        /// The format as JSON Schema calls it: `uuid`, `date-time`, `uri`…
        package var format: String?
        package var pattern: String?
        /// Whether it may have several lines.
        package var isLong = false

        package init(length: ClosedRange<Int>? = nil, format: String? = nil, pattern: String? = nil, isLong: Bool = false) {
            self.length = length
            self.format = format
            self.pattern = pattern
            self.isLong = isLong
        }
    }
}

// MARK: - Short names

extension Shape {
    package static let tenYears = 315_360_000

    /// A text without bounds.
    package static var text: Shape { .text(TextBounds(isLong: true)) }
    package static var texts: Shape { .map(.text, count: nil) }
    package static func number(_ range: ClosedRange<Int>? = nil) -> Shape { .integer(range) }
    /// A whole number of seconds.
    package static func seconds(_ range: ClosedRange<Int> = 1...Shape.tenYears) -> Shape { .integer(range, unit: .seconds) }
    package static func list(_ element: Shape) -> Shape { .list(element, count: nil) }
}
