public import Primitives

/// The device's description of itself. Nothing of it proves anything.
public struct DeviceDescription: Sendable, Equatable {
    /// `iOS`, `ANDROID` or another system's name.
    public var platform: String
    /// The version of the operating system, at most 64 bytes; empty when it is not known.
    public var osVersion: String
    /// The maker's name of the model, such as `iPhone14,2`.
    public var model: String
    /// The name that its owner gave it.
    public var name: String
    /// A language tag (RFC 5646), such as `en-GB`.
    public var locale: String
    /// The time zone's name in the IANA database.
    public var timeZone: String
    /// The device's findings about itself; nil when it doesn't look.
    public var tampering: TamperReport?

    /// Makes a device description of its members, which are taken unchecked. By default `tampering` is nil, `osVersion`, `model` and `name`
    /// are empty, `locale` is `en`, and `timeZone` is `UTC`.
    public init(
        platform: String, osVersion: String = "", model: String = "", name: String = "", locale: String = "en", timeZone: String = "UTC",
        tampering: TamperReport? = nil
    ) {
        self.platform = platform
        self.osVersion = osVersion
        self.model = model
        self.name = name
        self.locale = locale
        self.timeZone = timeZone
        self.tampering = tampering
    }

    /// The JSON object of the wire, with the members `platform`, `osVersion`, `model`, `name`, `locale`, `timeZone` and `tampering`.
    public var json: JSONValue {
        var object: JSONObject = [
            "platform": .string(platform), "osVersion": .string(osVersion), "model": .string(model), "name": .string(name),
            "locale": .string(locale), "timeZone": .string(timeZone),
        ]
        object["tampering"] = tampering?.json
        return .object(object)
    }

    /// Reads ``json``; what is left out is empty.
    /// - Throws: ``DeviceError/Code/malformed`` when the platform is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "device")
        platform = try members.text("platform", atMost: 32)
        osVersion = try members.optionalText("osVersion", atMost: 64) ?? ""
        model = try members.optionalText("model", atMost: 100) ?? ""
        name = try members.optionalText("name", atMost: 200) ?? ""
        locale = try members.optionalText("locale", atMost: 35) ?? "en"
        timeZone = try members.optionalText("timeZone", atMost: 64) ?? "UTC"
        tampering = try members.optional("tampering").map(TamperReport.init)
    }
}

/// The app in which an installation lives.
public struct AppDescription: Sendable, Equatable {
    /// The bundle id or package name.
    public var id: String
    /// The app's version, at most 64 bytes; empty when it is not known.
    public var version: String

    /// Makes an app description of its members, which are taken unchecked. By default `version` is empty.
    public init(id: String, version: String = "") {
        self.id = id
        self.version = version
    }

    /// The JSON object of the wire, with the members `id` and `version`.
    public var json: JSONValue { ["id": .string(id), "version": .string(version)] }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "app")
        id = try members.text("id", atMost: 255)
        version = try members.optionalText("version", atMost: 64) ?? ""
    }
}
