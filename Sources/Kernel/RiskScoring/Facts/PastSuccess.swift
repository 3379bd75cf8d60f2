import Primitives
import RiskSignals

/// A successful sign-in of the past.
public struct PastSuccess: Sendable, Equatable {
    /// The time in seconds since 1970.
    public var time: Int
    /// The address; nil when it isn't known any more.
    public var address: IPAddress?
    /// The place; nil when it isn't known.
    public var place: Place?
    private var text: String?

    /// Makes a success of its members; an address that is none is left out.
    public init(time: Int, address: String? = nil, place: Place? = nil) {
        self.time = time
        self.address = address.flatMap(IPAddress.init)
        self.place = place
        text = self.address == nil ? nil : address
    }

    var json: JSONValue {
        var object: JSONObject = ["time": .integer(Int64(time))]
        object["ip"] = text.map(JSONValue.string)
        object["place"] = place?.json
        return .object(object)
    }

    init(_ members: RiskMembers) throws(RiskError) {
        let text = try members.optionalText("ip", atMost: 45)
        if let text, IPAddress(text) == nil { throw members.wrong("ip", "an address") }
        self.init(
            time: try members.integer("time", in: 0...RiskFacts.latest), address: text,
            place: try members.optional("place").map(Place.init))
    }
}
