public import Primitives
public import RiskSignals

/// A place on the globe, as a geographic file tells it.
public struct Place: Sendable, Hashable {
    /// The latitude in millionths of a degree, -90 000 000 to 90 000 000.
    public var latitude: Int
    /// The longitude in millionths of a degree, -180 000 000 to 180 000 000.
    public var longitude: Int
    /// The country's code (ISO 3166-1); nil where it isn't told.
    public var country: String?
    /// The state or province; nil where it isn't told.
    public var state: String?
    /// The city; nil where it isn't told.
    public var city: String?

    /// Makes a place; angles beyond a bound become the bound.
    public init(latitude: Int, longitude: Int, country: String? = nil, state: String? = nil, city: String? = nil) {
        self.latitude = latitude.clamped(to: Self.latitudes)
        self.longitude = longitude.clamped(to: Self.longitudes)
        self.country = country
        self.state = state
        self.city = city
    }

    /// The JSON object, with the members `latitude`, `longitude`, `country`, `state` and `city`.
    public var json: JSONValue {
        var object: JSONObject = ["latitude": .integer(Int64(latitude)), "longitude": .integer(Int64(longitude))]
        object["country"] = country.map(JSONValue.string)
        object["state"] = state.map(JSONValue.string)
        object["city"] = city.map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``/RiskSignals/RiskError/Code/malformed``, ``/RiskSignals/RiskError/Code/tooLarge``.
    public init(json: JSONValue) throws(RiskError) { try self.init(RiskMembers(json, of: "the place")) }

    init(_ members: RiskMembers) throws(RiskError) {
        latitude = try members.integer("latitude", in: Self.latitudes)
        longitude = try members.integer("longitude", in: Self.longitudes)
        country = try members.optionalText("country", atMost: 8)
        state = try members.optionalText("state", atMost: 128)
        city = try members.optionalText("city", atMost: 128)
    }

    private static let latitudes = -90_000_000...90_000_000
    private static let longitudes = -180_000_000...180_000_000
}
