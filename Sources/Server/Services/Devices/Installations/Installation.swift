package import DeviceMessages
package import Foundation
package import JOSE
import Primitives
import Store
import Synchronization

/// One app on one phone, for one realm (device-protocol §1): two key pairs, and whatever it told of itself.
package struct Installation: Sendable, Identifiable {
    /// The thumbprint of its first `sig` key.
    package let id: String
    package let realm: UUID
    /// Its current `sig` key, with which it signs.
    package var signing: JWK
    /// Its current `enc` key, to which secrets are sealed.
    package var agreement: JWK
    /// Keys that it wants to use from now on; they count from the first request that is proved with them.
    var successor: Keys?
    package var app: AppDescription
    package var device: DeviceDescription
    package var push: PushAddress?
    /// Whether the app lets pushes be sent.
    package var isPushAllowed: Bool
    /// Raised with every change that devices see.
    package var revision: Int
    package let created: Date
    /// When the current keys came.
    package var keysCreated: Date
    /// Until when the device's logs are asked for; nil when they aren't.
    package var logsWantedUntil: Date?

    /// Two public keys.
    struct Keys: Sendable, Equatable {
        var signing: JWK
        var agreement: JWK
    }

    /// Where pushes may go; nil when the app lets none be sent or told no address.
    package var reachableAt: PushAddress? { isPushAllowed ? push : nil }
}

extension Installation {
    init(_ row: Row) throws {
        id = try row.text("id")
        realm = try row.uuid("realm")
        signing = try Self.key(try row.text("signing"))
        agreement = try Self.key(try row.text("agreement"))
        successor =
            if let next = try row.optionalText("next_signing"), let agreement = try row.optionalText("next_agreement") {
                Keys(signing: try Self.key(next), agreement: try Self.key(agreement))
            } else { nil }
        app = try AppDescription(json: try JSONValue(parsing: try row.text("app")))
        device = try DeviceDescription(json: try JSONValue(parsing: try row.text("device")))
        push = try row.optionalText("push").map { try PushAddress(json: try JSONValue(parsing: $0)) }
        isPushAllowed = try row.bool("push_allowed")
        revision = Int(try row.int("revision"))
        created = try row.date("created")
        keysCreated = try row.date("keys_created")
        logsWantedUntil = try row.optionalDate("logs_until")
    }

    static func text(_ key: JWK) -> String { key.publicJSON.map { JSONValue.object($0).text } ?? "" }

    private static func key(_ text: String) throws -> JWK { try ReadKeys.key(text) }
}

/// Keys that were read before, by their text: whether a point is on its curve needn't be computed again with each request.
private enum ReadKeys {
    /// When there are more, all are forgotten, and the next requests fill it again.
    private static let most = 50_000
    private static let keys = Mutex<[String: JWK]>([:])

    static func key(_ text: String) throws -> JWK {
        if let known = keys.withLock({ $0[text] }) { return known }
        let key = try JWK(parsing: Array(text.utf8))
        keys.withLock { keys in
            if keys.count >= most { keys = [:] }
            keys[text] = key
        }
        return key
    }
}
