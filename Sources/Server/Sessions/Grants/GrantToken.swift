package import Foundation
import OAuthMessages
import Primitives
package import Directory

/// An authorization code or a refresh token: the grant, the number of the credential, and a MAC by which the server knows its own
/// work. So a foreign text costs no look-up, one row serves a grant for life, and the database holds nothing to be stolen.
package struct GrantToken: Sendable, Equatable {
    /// The id of the grant.
    package let grant: UUID
    /// The number of the credential in its grant: 0 for the code, then one for each refresh token.
    package let generation: Int64

    /// A code is the credential with the number 0.
    package var isCode: Bool { generation == 0 }

    private static let use = "grant"
    private static let plainBytes = 24
    private static let macBytes = 32

    package init(_ grant: UUID, generation: Int64) {
        self.grant = grant
        self.generation = generation
    }

    /// Reads a text; nil unless this realm has made it.
    package init?(_ text: String, realm: UUID, keys: RealmKeys, at now: Date) {
        guard text.utf8.count <= 128, let bytes = Base64URL.decode(text), bytes.count == Self.plainBytes + Self.macBytes else {
            return nil
        }
        let (plain, mac) = (bytes[..<Self.plainBytes], Array(bytes[Self.plainBytes...]))
        grant = UUID(bytes: plain[..<16])
        generation = plain[16...].reduce(0) { $0 << 8 | Int64($1) }
        guard keys.isMAC(mac, Self.use, over: message(in: realm), at: now) else { return nil }
    }

    /// The token as clients receive it, with the realm's current MAC key.
    package func text(realm: UUID, keys: RealmKeys, at now: Date) throws -> String {
        let message = message(in: realm)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.plainBytes + Self.macBytes)
        bytes.append(contentsOf: message[..<Self.plainBytes])
        bytes.append(contentsOf: try keys.mac(Self.use, over: message, at: now))
        return Base64URL.encode(bytes)
    }

    /// The message of the MAC: the grant and the number, which stand in the text, and the realm.
    private func message(in realm: UUID) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(Self.plainBytes + 16)
        withUnsafeBytes(of: grant.uuid) { message.append(contentsOf: $0) }
        withUnsafeBytes(of: generation.bigEndian) { message.append(contentsOf: $0) }
        withUnsafeBytes(of: realm.uuid) { message.append(contentsOf: $0) }
        return message
    }
}

extension UUID {
    fileprivate init(bytes: ArraySlice<UInt8>) {
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        self.init(uuid: value)
    }
}
