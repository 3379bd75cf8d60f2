import Foundation
import Primitives
import Sessions
import Directory

/// Says in the authorization request that the browser brings back: this server asked for a sign-in at this time. So `prompt=login`
/// is met by a session made since then, and once.
struct SignInMarker: Sendable, Equatable {
    /// The parameter that carries it.
    static let parameter = "sign_in_marker"
    /// The time for which it can be used, in seconds.
    static let lifetime: TimeInterval = 1800
    private static let use = "sign-in"

    let asked: Date
    /// Its MAC, by which it is spent.
    let id: String

    /// A marker for a client's request now.
    init(asked: Date, client: String, realm: UUID, keys: RealmKeys) throws {
        self.asked = asked
        id = Base64URL.encode(try keys.mac(Self.use, over: Self.message(asked, client, realm), at: asked))
    }

    /// Reads a marker; nil unless it was made here for this client and is still young.
    init?(_ text: String?, client: String, realm: UUID, keys: RealmKeys, at now: Date) {
        guard let parts = text?.split(separator: "."), parts.count == 2, let milliseconds = Int64(decimal: parts[0]) else { return nil }
        let asked = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        guard asked <= now, now < asked.addingTimeInterval(Self.lifetime), let mac = Base64URL.decode(parts[1]),
            keys.isMAC(mac, Self.use, over: Self.message(asked, client, realm), at: now)
        else { return nil }
        self.asked = asked
        id = String(parts[1])
    }

    var text: String { "\(Self.milliseconds(asked)).\(id)" }
    var expires: Date { asked.addingTimeInterval(Self.lifetime) }

    /// Whether a session was made after the user was asked.
    func isMet(by session: UserSession) -> Bool { Self.milliseconds(session.created) > Self.milliseconds(asked) }

    private static func milliseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1000).rounded()) }

    private static func message(_ asked: Date, _ client: String, _ realm: UUID) -> [UInt8] {
        Array("\(milliseconds(asked)) \(realm.uuidString) \(client)".utf8)
    }
}
