package import DeviceMessages
package import Foundation
package import JOSE
import Primitives
import Store
import Synchronization

/// One app on one phone, for one realm (`docs/protocols/device-protocol.md` 1): two key pairs, and whatever it told of itself.
package struct Installation: Sendable, Identifiable {
    /// The thumbprint of its first `sig` key.
    package let id: String
    /// The id of the realm.
    package let realm: UUID
    /// Its current `sig` key, with which it signs.
    package var signing: ProofKey
    /// Its current `enc` key, to which secrets are sealed.
    package var agreement: JWK
    /// Keys that it wants to use from now on; they count from the first request that is proved with them.
    var successor: Keys?
    package var app: AppDescription
    package var device: DeviceDescription
    /// The address for pushes that the app told; nil for none.
    package var push: PushAddress?
    /// Whether the app lets pushes be sent.
    package var isPushAllowed: Bool
    /// Raised with every change that devices see.
    package var revision: Int
    /// The time of creation.
    package let created: Date
    /// The time when the current keys came.
    package var keysCreated: Date
    /// The time until which the device's logs are asked for; nil when they aren't.
    package var logsWantedUntil: Date?

    /// Two public keys.
    struct Keys: Sendable, Equatable {
        var signing: ProofKey
        var agreement: JWK
    }

    /// The address to which pushes may go; nil when the app lets none be sent or told no address.
    package var reachableAt: PushAddress? { isPushAllowed ? push : nil }
}

extension Installation {
    /// Makes one that is new here.
    package init(
        id: String, realm: UUID, signing: ProofKey, agreement: JWK, app: AppDescription, device: DeviceDescription, push: PushAddress?,
        isPushAllowed: Bool, created: Date
    ) {
        self.init(
            id: id, realm: realm, signing: signing, agreement: agreement, successor: nil, app: app, device: device, push: push,
            isPushAllowed: isPushAllowed, revision: 1, created: created, keysCreated: created, logsWantedUntil: nil)
    }

    init(_ row: Row) throws {
        id = try row.text("id")
        realm = try row.uuid("realm")
        signing = try Known.signing(try row.text("signing"))
        agreement = try Known.agreement(try row.text("agreement"))
        successor =
            if let next = try row.optionalText("next_signing"), let agreement = try row.optionalText("next_agreement") {
                Keys(signing: try Known.signing(next), agreement: try Known.agreement(agreement))
            } else { nil }
        app = try Known.app(try row.text("app"))
        device = try Known.device(try row.text("device"))
        push = try row.optionalText("push").map { try Known.push($0) }
        isPushAllowed = try row.bool("push_allowed")
        revision = Int(try row.int("revision"))
        created = try row.date("created")
        keysCreated = try row.date("keys_created")
        logsWantedUntil = try row.optionalDate("logs_until")
    }

    static func text(_ key: JWK) -> String { key.publicJSON.map { JSONValue.object($0).text } ?? "" }
}

/// The values that were read before, by their text: an installation is read with each of its requests, and seldom changes.
private final class Known<Value: Sendable>: Sendable {
    private let values = Mutex<[String: Value]>([:])
    private let read: @Sendable (JSONValue) throws -> Value

    init(_ read: @escaping @Sendable (JSONValue) throws -> Value) { self.read = read }

    func callAsFunction(_ text: String) throws -> Value {
        if let known = values.withLock({ $0[text] }) { return known }
        let value = try read(try JSONValue(parsing: text, limits: .own()))
        values.withLock { values in
            // When there are more, all are forgotten, and the next requests fill it again.
            if values.count >= 50_000 { values = [:] }
            values[text] = value
        }
        return value
    }
}

extension Known<ProofKey> { fileprivate static let signing = Known { try ProofKey(try JWK($0.object ?? JSONObject())) } }
extension Known<JWK> { fileprivate static let agreement = Known { try JWK($0.object ?? JSONObject()) } }
extension Known<AppDescription> { fileprivate static let app = Known { try AppDescription(json: $0) } }
extension Known<DeviceDescription> { fileprivate static let device = Known { try DeviceDescription(json: $0) } }
extension Known<PushAddress> { fileprivate static let push = Known { try PushAddress(json: $0) } }
