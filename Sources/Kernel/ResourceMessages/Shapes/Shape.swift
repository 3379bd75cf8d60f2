/// The JSON that a value may be: enough to refuse what isn't, and to tell others (JSON Schema 2020-12).
package indirect enum Shape: Sendable {
    case flag
    case integer(ClosedRange<Int>)
    case text(TextBounds)
    case choice([String])
    case list(Shape, count: ClosedRange<Int>)
    /// An object whose members may have any names.
    case map(Shape, count: ClosedRange<Int>)
    case object(ObjectShape)
    /// Any object at all.
    case open
    /// Any value at all.
    case any

    /// The bounds of a text.
    package struct TextBounds: Sendable {
        /// The length in Unicode code points.
        package var length: ClosedRange<Int>
        /// The format as JSON Schema calls it: `uuid`, `date-time`, `uri`…
        package var format: String?
        package var pattern: String?

        package init(length: ClosedRange<Int>, format: String? = nil, pattern: String? = nil) {
            self.length = length
            self.format = format
            self.pattern = pattern
        }
    }
}

/// The members of an object.
package struct ObjectShape: Sendable {
    /// The name in a document that describes it.
    package let name: String
    package let members: [Member]

    package init(name: String, members: [Member]) {
        self.name = name
        self.members = members
    }

    package struct Member: Sendable {
        package let name: String
        package let shape: Shape
        package let presence: Presence

        package init(name: String, shape: Shape, presence: Presence) {
            self.name = name
            self.shape = shape
            self.presence = presence
        }
    }

    package enum Presence: Sendable {
        /// Must be sent.
        case required
        case optional
        /// Only ever told; what a client sends back of it is passed over.
        case readOnly
        /// Only ever sent, such as a secret.
        case writeOnly
        /// Must be sent, and is never told.
        case requiredWriteOnly
    }
}
