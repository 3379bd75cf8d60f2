public import Foundation

/// A key of an app that is bound to the user.
public struct BoundDevice: Device {
    /// The device's id at the server.
    public let id: String
    /// The name by which the user knows it; a changed one is sent by ``MutableDevice/update(_:)``.
    public var deviceName: String
    /// The identifier of the device that the app runs on.
    public let deviceId: String
    /// The device's id at the server, as a UUID where the server makes them.
    public let uuid: String
    /// The time of registration, in milliseconds since 1970.
    public let createdDate: TimeInterval
    /// The time of the last use, in milliseconds since 1970.
    public let lastAccessDate: TimeInterval
    /// The kind as a part of addresses.
    public var urlSuffix: String { "devices/2fa/binding" }

    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case deviceName, deviceId, uuid, createdDate, lastAccessDate
    }
}
