public import DeviceMessages
public import Primitives

/// The device's findings about itself, for the server's verdict.
public struct RootReport: Sendable, Equatable {
    /// The members on the wire, for both halves.
    package enum Member: String, Sendable, CaseIterable {
        case active, tampering
    }

    /// Whether the app has root detection active.
    public var isActive: Bool
    /// The findings; nil when the app doesn't look.
    public var tampering: TamperReport?

    /// Makes a report of its members, which are taken unchecked.
    public init(isActive: Bool, tampering: TamperReport?) {
        self.isActive = isActive
        self.tampering = tampering
    }

    /// The JSON object of the wire, with the members `active` and `tampering`.
    public var json: JSONValue {
        var object: JSONObject = [Member.active.rawValue: .bool(isActive)]
        object[Member.tampering.rawValue] = tampering?.json
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the report")
        isActive = try members.flag(Member.active.rawValue)
        tampering = try members.optional(Member.tampering.rawValue).map(TamperReport.init)
    }
}

/// The server's verdict about a ``RootReport``.
public enum RootVerdict: String, Sendable, CaseIterable {
    /// The device may continue.
    case permitted
    /// The device is rooted.
    case rooted
    /// The server requires root detection, and the app has it not active.
    case inactive

    /// The JSON object of the wire, with the member `verdict`.
    public var json: JSONValue { ["verdict": .string(rawValue)] }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` for another text.
    public init(json: JSONValue) throws(DeviceError) { self = try Members(json, of: "the verdict").choice("verdict") }
}
