public import Foundation

/// An account for one-time passwords in an authenticator app.
public struct OathDevice: Device {
    /// The device's id at the server.
    public let id: String
    /// The name by which the user knows it.
    public let deviceName: String
    /// The device's id at the server, as a UUID where the server makes them.
    public let uuid: String
    /// The time of registration, in milliseconds since 1970.
    public let createdDate: TimeInterval
    /// The time of the last use, in milliseconds since 1970.
    public let lastAccessDate: TimeInterval
    /// The kind as a part of addresses.
    public var urlSuffix: String { "devices/2fa/oath" }

    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case deviceName, uuid, createdDate, lastAccessDate
    }
}
