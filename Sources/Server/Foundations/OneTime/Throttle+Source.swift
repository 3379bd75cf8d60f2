import Primitives

extension Throttle {
    /// The source of an attempt, as it is counted. An address counts by its ``NetworkPrefix``, wherever it comes from: there is no other
    /// way to make a source of one.
    package struct Source: Hashable, Sendable {
        let text: String
        /// The network around an address (``NetworkPrefix/network``); of what is none the text itself.
        let network: String

        private init(_ text: String, around prefix: NetworkPrefix? = nil) {
            self.text = text
            network = prefix?.network.description ?? text
        }

        /// Makes the source for the users behind a network address.
        package static func address(_ address: String) -> Self {
            let prefix = NetworkPrefix(of: address)
            return Self(prefix.description, around: prefix)
        }

        /// Makes the source for the users behind a network address, for one client only.
        package static func address(_ address: String, client: String) -> Self {
            let prefix = NetworkPrefix(of: address)
            return Self("\(prefix) \(client.prefix(longestName))", around: prefix)
        }

        /// Makes the source for what an asker wants to be sent to a recipient.
        package static func asker(_ asker: BudgetAsker, to recipient: String) -> Self { Self("\(asker.key) \(folded(recipient))") }

        /// Makes the source for the recipient of a message.
        package static func recipient(_ recipient: String) -> Self { Self(folded(recipient)) }

        /// An installation of an app.
        package static func installation(_ id: String) -> Self { Self(id) }

        /// All sources together.
        package static let everybody = Self("-")

        private static let longestName = 128

        private static func folded(_ recipient: String) -> String { String(recipient.lowercased().prefix(320)) }
    }
}
