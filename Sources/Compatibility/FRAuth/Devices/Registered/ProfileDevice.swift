import FRCore
public import Foundation
import Primitives

/// A device that the server has saved a profile of.
public struct ProfileDevice: Device {
    /// The device's id at the server.
    public let id: String
    /// The name by which the user knows it; a changed one is sent by ``MutableDevice/update(_:)``.
    public var deviceName: String
    /// The identifier of the device, as its profile has it.
    public let identifier: String
    /// The facts about the device that the profile has, by collector.
    public let metadata: [String: any Sendable]
    /// The place of the device; nil when the profile has none.
    public let location: Location?
    /// The time when it was recognised last, in milliseconds since 1970.
    public let lastSelectedDate: TimeInterval
    /// The kind as a part of addresses.
    public var urlSuffix: String { "devices/profile" }

    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case deviceName = "alias"
        case identifier, metadata, location, lastSelectedDate
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        deviceName = try values.decode(String.self, forKey: .deviceName)
        identifier = try values.decode(String.self, forKey: .identifier)
        metadata = try values.decode(JSONValue.self, forKey: .metadata).object?.dictionary ?? [:]
        location = try values.decodeIfPresent(Location.self, forKey: .location)
        lastSelectedDate = try values.decode(TimeInterval.self, forKey: .lastSelectedDate)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(deviceName, forKey: .deviceName)
        try values.encode(identifier, forKey: .identifier)
        try values.encode(JSONValue(plain: metadata) ?? [:], forKey: .metadata)
        try values.encodeIfPresent(location, forKey: .location)
        try values.encode(lastSelectedDate, forKey: .lastSelectedDate)
    }
}

/// A place on the earth, in degrees (WGS 84).
public struct Location: Codable, Sendable, Equatable {
    /// The latitude, north positive.
    public let latitude: Double
    /// The longitude, east positive.
    public let longitude: Double
}
