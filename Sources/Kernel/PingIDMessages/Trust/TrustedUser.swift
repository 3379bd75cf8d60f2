public import DeviceMessages
public import Foundation
public import Primitives

/// A user of a device, and the trust in the device for that user.
public struct TrustedUser: Sendable, Equatable {
    /// The user's name in the application.
    public var username: String
    /// The trust in the device.
    public var level: TrustLevel
    /// The time until which the device is ignored; nil for another level, and for one that is always ignored.
    public var ignoredUntil: Date?

    /// Makes a user of its members, which are taken unchecked. By default `ignoredUntil` is nil.
    public init(username: String, level: TrustLevel, ignoredUntil: Date? = nil) {
        self.username = username
        self.level = level
        self.ignoredUntil = ignoredUntil
    }

    /// The JSON object of the wire, with the members `username`, `level` and `ignoredUntil`.
    public var json: JSONValue {
        var object: JSONObject = ["username": .string(username), "level": .string(level.rawValue)]
        object["ignoredUntil"] = ignoredUntil.map { JSONValue($0) }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "user")
        username = try members.text("username", atMost: UserSelection.longestUsername)
        level = try members.choice("level")
        ignoredUntil = try members.optionalTime("ignoredUntil")
    }
}
