import DeviceBindingMessages
package import Foundation
package import JOSE
package import Primitives
import Store

/// An app's key that is bound to a user: the key of a device of the kind `BOUND`.
package struct RegisteredBoundKey: Sendable, Equatable {
    /// The device that it is the key of.
    package let device: UUID
    /// The id of the realm.
    package let realm: UUID
    /// The id of the user.
    package let user: UUID
    /// The public key, with the id that its device gave it and the one algorithm that it signs with.
    package let publicKey: JWK
    /// The device's own identifier.
    package let identifier: String
    /// The app that bound it.
    package let application: String
    /// The time when it last signed; nil when never.
    package let used: Date?

    /// Unique among its user's keys.
    package var keyID: String { publicKey.keyID ?? "" }
}

/// A key that a device has made and that isn't stored yet.
package struct NewBoundKey: Sendable, Equatable {
    /// The public key, without a certificate chain.
    package let publicKey: JWK
    /// The device's own identifier, as the app says.
    package let identifier: String
    /// The app that bound it.
    package let application: String
    /// The user's name for the device.
    package let name: String?

    /// - Parameters:
    ///   - key: as it came along.
    ///   - identifier, name: as the app says.
    package init(_ key: JWK, identifier: String, application: String, name: String?) {
        var key = key
        key.certificateChain = nil
        publicKey = key
        self.identifier = String(identifier.prefix(256))
        self.application = application
        self.name = name.flatMap { $0.isEmpty ? nil : String($0.prefix(100)) }
    }

    /// The key as a journey carries it to the node that keeps it. Nothing in it is secret.
    package var json: JSONValue {
        var json: JSONObject = [
            "key": publicKey.publicJSON.map(JSONValue.object) ?? .null, "deviceId": .string(identifier),
            "application": .string(application),
        ]
        json["deviceName"] = name.map(JSONValue.string)
        return .object(json)
    }

    /// Reads ``json``; nil for anything else.
    package init?(json: JSONValue) {
        guard let members = json["key"]?.object, let key = try? JWK(members), !key.isPrivate, key.keyID != nil, key.algorithm != nil,
            let application = json["application"]?.string
        else { return nil }
        self.init(key, identifier: json["deviceId"]?.string ?? "", application: application, name: json["deviceName"]?.string)
    }
}

extension RegisteredBoundKey {
    init(_ new: NewBoundKey, of device: UserDevice) {
        self.device = device.id
        realm = device.realm
        user = device.user
        publicKey = new.publicKey
        identifier = new.identifier
        application = new.application
        used = nil
    }

    init(_ row: Row) throws {
        device = try row.uuid("device")
        realm = try row.uuid("realm")
        user = try row.uuid("user_id")
        publicKey = try JWK(parsing: Array(try row.text("public_key").utf8))
        identifier = try row.text("identifier")
        application = try row.text("application")
        used = try row.optionalDate("used")
    }
}
