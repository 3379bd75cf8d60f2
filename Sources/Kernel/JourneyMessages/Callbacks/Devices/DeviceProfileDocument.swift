public import Primitives

/// The description of a device and of its place, as it gives them: the answer to a ``DeviceProfileQuestion``
/// (`docs/protocols/step-protocol.md` 9.1).
public struct DeviceProfileDocument: Sendable, Equatable {
    /// The longest identifier, in bytes.
    public static let longestIdentifier = 256
    private static let (depth, values) = (16, 2000)

    /// The device's own identifier; see `Device.identifier()`.
    public var identifier: String
    /// The version of the form; browsers say none.
    public var version: String?
    /// The description of the device. Which members it has differs from system to system.
    public var metadata: JSONObject?
    /// The device's place; nil when it was not asked for or not given.
    public var location: Location?

    /// A place on earth, in degrees.
    public struct Location: Sendable, Equatable {
        /// The place in degrees: from -90 to 90, and from -180 to 180.
        public let latitude, longitude: Double

        /// nil for numbers out of bounds.
        public init?(latitude: Double, longitude: Double) {
            guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// Makes a device profile document of its members, which are taken unchecked. By default `metadata` and `location` are nil, and
    /// `version` is `1.0`.
    public init(identifier: String, version: String? = "1.0", metadata: JSONObject? = nil, location: Location? = nil) {
        self.identifier = identifier
        self.version = version
        self.metadata = metadata
        self.location = location
    }

    /// Reads a profile.
    ///
    /// - Parameter limit: how long it may be, in bytes.
    /// - Throws: ``JourneyMessageError`` `.tooLarge`, `.malformed`.
    public init(reading text: String, atMost limit: Int = StepLimits.document) throws(JourneyMessageError) {
        guard text.utf8.count <= limit else {
            throw JourneyMessageError(.tooLarge, "the profile has \(text.utf8.count) bytes; at most \(limit)")
        }
        let json: JSONValue
        do { json = try JSONValue(parsing: text, limits: JSONLimits(bytes: limit, depth: Self.depth, values: Self.values)) } catch {
            throw JourneyMessageError(.malformed, "the profile is \(error.reason)")
        }
        guard let profile = Self(json: json) else {
            throw JourneyMessageError(.malformed, "the profile has no identifier, or parts of the wrong form")
        }
        self = profile
    }

    /// Reads ``json``; nil for anything else.
    public init?(json: JSONValue) {
        guard let identifier = json["identifier"]?.string, (1...Self.longestIdentifier).contains(identifier.utf8.count) else { return nil }
        self.identifier = identifier
        version = json["version"]?.string
        switch json["metadata"] {
        case nil, .null: metadata = nil
        case .object(let members): metadata = members
        default: return nil
        }
        switch json["location"] {
        case nil, .null: location = nil
        case .object(let members) where members.isEmpty: location = nil
        case let value?:
            guard let location = Location(json: value) else { return nil }
            self.location = location
        }
    }

    /// The JSON object of the wire, with the members `identifier`, `version`, `metadata` and `location`.
    public var json: JSONValue {
        var json: JSONObject = ["identifier": .string(identifier)]
        json["version"] = version.map(JSONValue.string)
        json["metadata"] = metadata.map(JSONValue.object)
        json["location"] = location?.json
        return .object(json)
    }

    /// The answer's text.
    public var text: String { json.text }
}

extension DeviceProfileDocument.Location {
    /// Reads ``json``; nil for anything else. One line of clients writes `latitute`.
    public init?(json: JSONValue) {
        guard let latitude = (json["latitude"] ?? json["latitute"])?.number, let longitude = json["longitude"]?.number else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// The JSON object of the wire, with the members `latitude` and `longitude`.
    public var json: JSONValue { ["latitude": .number(latitude), "longitude": .number(longitude)] }
}
