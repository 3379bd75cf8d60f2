import Primitives

extension Throttle {
    /// Who attempts something, as it is counted. An address counts by its ``NetworkPrefix``, wherever it comes from: there is no other way
    /// to make a source of one.
    package struct Source: Hashable, Sendable {
        let text: String

        private init(_ text: String) { self.text = text }

        /// Whoever is behind a network address.
        package static func address(_ address: String) -> Self { Self(NetworkPrefix(of: address).description) }

        /// Whoever is behind a network address, for one client only.
        static func address(_ address: String, client: String) -> Self {
            Self("\(NetworkPrefix(of: address)) \(client.prefix(longestName))")
        }

        /// What a network address asks to be sent to somebody.
        static func address(_ address: String, to recipient: String) -> Self { Self("\(NetworkPrefix(of: address)) \(folded(recipient))") }

        /// What a user who has proved who they are asks to be sent to somebody.
        static func user(_ user: String, to recipient: String) -> Self { Self("user \(user) \(folded(recipient))") }

        /// Whoever gets a message.
        static func recipient(_ recipient: String) -> Self { Self(folded(recipient)) }

        /// An installation of an app.
        static func installation(_ id: String) -> Self { Self(id) }

        /// Everybody together.
        static let everybody = Self("-")

        private static let longestName = 128

        private static func folded(_ recipient: String) -> String { String(recipient.lowercased().prefix(320)) }
    }
}
