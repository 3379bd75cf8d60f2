package import Primitives

/// The members of an object.
package struct ObjectShape: Sendable, Equatable {
    /// The name in a document that describes it.
    package let name: String
    package let members: [Member]

    package init(name: String, members: [Member]) {
        self.name = name
        self.members = members
    }

    /// A member: what is written in its place, and what for.
    package struct Member: Sendable, Equatable {
        package let name: String
        package let shape: Shape
        package let presence: Presence
        /// The effect, as an administrator reads it; nil where the name says it.
        package let help: String?
        /// The value when nothing is written; nil for none.
        package let initial: JSONValue?
        /// The reason why nothing acts upon it; nil where something does. It is for what clients send all the same.
        package let ignored: String?

        package init(
            name: String, shape: Shape, presence: Presence, help: String? = nil, initial: JSONValue? = nil, ignored: String? = nil
        ) {
            self.name = name
            self.shape = shape
            self.presence = presence
            self.help = help
            self.initial = initial
            self.ignored = ignored
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

extension ObjectShape.Presence {
    package var isRequired: Bool { self == .required || self == .requiredWriteOnly }
    package var isTold: Bool { self != .writeOnly && self != .requiredWriteOnly }
    package var isSent: Bool { self != .readOnly }
}
