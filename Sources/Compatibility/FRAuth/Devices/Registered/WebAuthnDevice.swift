public import Foundation

/// A passkey of the user's.
public struct WebAuthnDevice: Device {
    /// The device's id at the server.
    public let id: String
    /// The name by which the user knows it; a changed one is sent by ``MutableDevice/update(_:)``.
    public var deviceName: String
    /// The credential's id, in base64url.
    public let credentialId: String
    /// The device's id at the server, as a UUID where the server makes them.
    public let uuid: String
    /// The time of registration, in milliseconds since 1970.
    public let createdDate: TimeInterval
    /// The time of the last use, in milliseconds since 1970.
    public let lastAccessDate: TimeInterval
    /// The kind as a part of addresses.
    public var urlSuffix: String { "devices/2fa/webauthn" }

    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case deviceName, credentialId, uuid, createdDate, lastAccessDate
    }
}
