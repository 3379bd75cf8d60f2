import Primitives

/// A file to import.
package struct ImportFile: Sendable {
    /// Its name, for what is said about it.
    package let path: String
    /// The content, to the byte and not yet read.
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// The realm to which an import goes, and the manner of it.
package struct ImportOptions: Sendable {
    /// The last name of the realm's path, such as `alpha`; nil for the root.
    package var realm: String?
    /// Makes a new id for each node, for a file whose nodes are in this server already; nil keeps the ids.
    package var newID: (@Sendable () -> String)?
    /// The values that placeholders in the settings of identity providers stand for. Those of journeys stay what they are.
    package var variables: [String: String] = [:]
    /// Reads a script that stands in a file of its own beside another.
    package var attachment: @Sendable (_ name: String, _ file: String) -> [UInt8]?

    package init(
        realm: String? = nil, newID: (@Sendable () -> String)? = nil,
        attachment: @escaping @Sendable (_ name: String, _ file: String) -> [UInt8]? = { _, _ in nil }
    ) {
        self.realm = realm
        self.newID = newID
        self.attachment = attachment
    }
}
