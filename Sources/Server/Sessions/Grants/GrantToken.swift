package import Foundation
import OAuthMessages
import Primitives
package import Directory

/// An authorization code or a refresh token: the grant, the number of the credential, and a MAC by which the server knows its own
/// work. So a foreign text costs no look-up, one row serves a grant for life, and the database holds nothing to be stolen.
package struct GrantToken: Sendable, Equatable {
    package let grant: UUID
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
        let (plain, mac) = (Array(bytes[..<Self.plainBytes]), Array(bytes[Self.plainBytes...]))
        guard keys.isMAC(mac, Self.use, over: plain + realm.bytes, at: now) else { return nil }
        grant = UUID(bytes: plain[..<16])
        generation = plain[16...].reduce(0) { $0 << 8 | Int64($1) }
    }

    package func text(realm: UUID, keys: RealmKeys, at now: Date) throws -> String {
        let plain = grant.bytes + withUnsafeBytes(of: generation.bigEndian) { Array($0) }
        return Base64URL.encode(plain + (try keys.mac(Self.use, over: plain + realm.bytes, at: now)))
    }
}

extension UUID {
    fileprivate var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    fileprivate init(bytes: ArraySlice<UInt8>) {
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        self.init(uuid: value)
    }
}
