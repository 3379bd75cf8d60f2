package import Foundation
package import Foundations
package import Primitives

/// Marks of browsers in which a user has signed in: they say nothing but that, and give no access. With one a browser draws on the part of
/// its user's budgets that strangers can't use up (``UserBudget``).
package struct KnownBrowsers: Sendable {
    /// The number of marks that a browser carries: of the users who signed in there last.
    package static let most = 4
    /// The number of marks that are read of a request.
    private static let mostRead = 32
    /// A user's id, the time in seconds, and the code over both.
    private static let length = 16 + 8 + 32

    private let hashes: RealmHashes
    private let time: any TimeSource

    /// The marks of a server, by keys derived with the sealer.
    package init(sealer: Sealer, time: any TimeSource) {
        hashes = RealmHashes("known browsers", sealer)
        self.time = time
    }

    /// Adds a user's mark to those that a browser carries.
    package func adding(_ user: UUID, in realm: Realm, to carried: String?) -> String {
        let others = Self.marks(carried).filter { !$0.starts(with: Self.bytes(user)) }
        return ([mark(user, in: realm)] + others).prefix(Self.most).map { Base64URL.encode($0) }.joined(separator: ".")
    }

    /// Whether a browser carries a mark of a user that is younger than the realm's setting says.
    package func isKnown(_ carried: String?, to user: UUID, in realm: Realm) -> Bool {
        guard realm.settings[BoundsSettings.self].knownBrowserLifetime > 0 else { return false }
        return Self.marks(carried).contains { mark in
            guard mark.starts(with: Self.bytes(user)), hashes[realm.id].isHash(Array(mark[24...]), of: Array(mark[..<24])) else {
                return false
            }
            let made = mark[16..<24].reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let age = Int64(time.now.timeIntervalSince1970) - made
            return age >= 0 && age < Int64(realm.settings[BoundsSettings.self].knownBrowserLifetime)
        }
    }

    private func mark(_ user: UUID, in realm: Realm) -> [UInt8] {
        let made = Int64(time.now.timeIntervalSince1970)
        let content = Self.bytes(user) + (0..<8).map { UInt8(truncatingIfNeeded: made >> (56 - 8 * $0)) }
        return content + hashes[realm.id].hash(content)
    }

    private static func marks(_ carried: String?) -> [[UInt8]] {
        // Several cookies of the name are read as one, since another host of the domain can plant some.
        guard let carried, carried.utf8.count <= mostRead * (length * 2) else { return [] }
        return carried.utf8.split(separator: UInt8(ascii: ".")).prefix(mostRead).compactMap { part in
            Base64URL.decode(utf8: part).flatMap { $0.count == length ? $0 : nil }
        }
    }

    private static func bytes(_ id: UUID) -> [UInt8] { withUnsafeBytes(of: id.uuid) { Array($0) } }
}
