public import Foundation
public import Primitives

/// The answer to a ``PairingRequest``: a pairing that waits for its confirmation.
public struct PairingGrant: Sendable, Equatable {
    /// The new pairing's id.
    public var pairing: String
    /// The id of the MOBILE device in the platform.
    public var device: String
    /// The user with whom the installation is paired.
    public var user: DeviceUser
    /// The realm's UUID in small letters.
    public var realm: String
    /// The URL at which the keys of statements are published.
    public var keys: String
    /// The ``PasscodeSeed``, sealed for the installation; nil when the application has no passcodes.
    public var passcode: String?
    /// The server's time, by which the device can correct its clock.
    public var serverTime: Date
    /// The nonce to be given back in the ``PairingConfirmation``.
    public var nonce: String

    /// Makes a pairing grant of its members, which are taken unchecked.
    public init(
        pairing: String, device: String, user: DeviceUser, realm: String, keys: String, passcode: String?, serverTime: Date, nonce: String
    ) {
        self.pairing = pairing
        self.device = device
        self.user = user
        self.realm = realm
        self.keys = keys
        self.passcode = passcode
        self.serverTime = serverTime
        self.nonce = nonce
    }

    /// The JSON object of the wire, with the members `pairingId`, `deviceId`, `user`, `realm`, `jwksUri`, `serverTime`, `nonce` and
    /// `passcode`.
    public var json: JSONValue {
        var object: JSONObject = [
            "pairingId": .string(pairing), "deviceId": .string(device), "user": user.json, "realm": .string(realm),
            "jwksUri": .string(keys), "serverTime": JSONValue(serverTime), "nonce": .string(nonce),
        ]
        object["passcode"] = passcode.map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the pairing")
        pairing = try members.text("pairingId")
        device = try members.text("deviceId")
        user = try DeviceUser(json: members.object["user"] ?? .null)
        realm = try members.text("realm")
        keys = try members.text("jwksUri", atMost: 2048)
        passcode = try members.optionalText("passcode", atMost: 4096)
        serverTime = try members.time("serverTime")
        nonce = try members.text("nonce")
    }
}
