public import DeviceMessages
import Primitives

/// A pairing, by which this device may authenticate a user.
public struct MFAPairing: Sendable, Equatable, Identifiable {
    /// The pairing's id.
    public let id: String
    /// The id of the MOBILE device in the platform.
    public let deviceID: String
    /// The user.
    public let user: DeviceUser
    /// The server and realm.
    public let issuer: DeviceIssuer

    var json: JSONValue { ["id": .string(id), "device": .string(deviceID), "user": user.json] }

    init(id: String, deviceID: String, user: DeviceUser, issuer: DeviceIssuer) {
        self.id = id
        self.deviceID = deviceID
        self.user = user
        self.issuer = issuer
    }

    init(json: JSONValue, issuer: DeviceIssuer) throws(MFAError) {
        guard let id = json["id"]?.string, let device = json["device"]?.string,
            let user = try? DeviceUser(json: json["user"] ?? .null)
        else { throw MFAError(.storage, "a stored pairing can't be read") }
        self.init(id: id, deviceID: device, user: user, issuer: issuer)
    }
}

/// The result of pairing: the pairing counts, and each method has a status of its own.
public struct PairingOutcome: Sendable, Equatable {
    /// The pairing.
    public let pairing: MFAPairing
    /// The methods that don't work, and why; nil for a method that works. A method that isn't there is not offered.
    public let failures: [PairingResult.Method: PairingResult.Failure?]
}
