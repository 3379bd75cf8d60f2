import JourneyModel
package import Primitives

/// Credentials in the headers of a request (`docs/protocols/step-protocol.md` 2.8), read the same for a realm's own zero-page login and for the
/// node of that name: each header once at most, not too long, encoded words decoded (RFC 2047).
package struct ZeroPageCredentials: Sendable {
    /// The user name, decoded, as the client gave it.
    package let username: String
    /// The password, decoded.
    package let password: Secret

    /// The headers that clients send unless a node names others.
    package static let usualHeaders = (username: ZeroPageLogin().usernameHeader, password: ZeroPageLogin().passwordHeader)
    /// The longest value of a header, in bytes.
    private static let longest = 4096

    /// nil when one of them isn't there, is empty, or can't be decoded.
    /// - Throws: ``JourneyRunError`` `.failed` when one is there twice or too long.
    package init?(
        in headers: [RequestFacts.Field], named names: (username: String, password: String) = usualHeaders
    ) throws(JourneyRunError) {
        guard let username = try Self.value(names.username, headers), let password = try Self.value(names.password, headers) else {
            return nil
        }
        self.username = username
        self.password = Secret(password)
    }

    private static func value(_ name: String, _ headers: [RequestFacts.Field]) throws(JourneyRunError) -> String? {
        let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        guard values.count < 2, values.allSatisfy({ $0.utf8.count <= longest }) else { throw JourneyRunError(.failed) }
        return values.first.flatMap(EncodedWords.decode).flatMap { $0.isEmpty ? nil : $0 }
    }
}
