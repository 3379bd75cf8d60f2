import Primitives

/// The circumstances of a sign-in, as a push tells them: the claim `x` (`docs/protocols/step-protocol.md` 6.4).
public struct PushContext: Sendable, Equatable {
    /// Degrees.
    public struct Location: Sendable, Equatable {
        /// The latitude in degrees, positive to the north.
        public var latitude: Double
        /// The longitude in degrees, positive to the east.
        public var longitude: Double

        /// Makes a location of its members, which are taken unchecked.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// The place that the sign-in comes from; nil when it is not known.
    public var location: Location?
    /// The text by which the browser or app that signs in names itself; nil when it is not known.
    public var userAgent: String?
    /// The network address that the sign-in comes from; nil when it is not known.
    public var address: String?

    /// Makes a push context of its members, which are taken unchecked. By default `location`, `userAgent` and `address` are nil.
    public init(location: Location? = nil, userAgent: String? = nil, address: String? = nil) {
        self.location = location
        self.userAgent = userAgent
        self.address = address
    }

    /// JSON text.
    public var text: String {
        var object: JSONObject = [:]
        object["location"] = location.map { ["latitude": .number($0.latitude), "longitude": .number($0.longitude)] }
        object["userAgent"] = userAgent.map(JSONValue.string)
        object["remoteIp"] = address.map(JSONValue.string)
        return JSONValue.object(object).text
    }

    /// Reads ``text``; what is missing, or isn't what it should be, is left out. nil when it is no JSON object.
    public init?(_ text: String) {
        guard let object = (try? JSONValue(parsing: text, limits: JSONLimits(bytes: 4096, depth: 8, values: 64)))?.object else {
            return nil
        }
        if let latitude = object["location"]?["latitude"]?.number, let longitude = object["location"]?["longitude"]?.number,
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        {
            location = Location(latitude: latitude, longitude: longitude)
        }
        userAgent = object["userAgent"]?.string
        address = object["remoteIp"]?.string
    }
}
