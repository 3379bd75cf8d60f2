public import Primitives

/// The answer to a batch.
public struct IngestReceipt: Sendable, Equatable {
    /// The number of the payload that was taken.
    public var number: Int
    /// The number of its events that were taken.
    public var accepted: Int

    /// Makes a receipt of its members, which are taken unchecked.
    public init(number: Int, accepted: Int) {
        self.number = number
        self.accepted = accepted
    }

    /// The JSON object of the wire, with the members `seq` and `accepted`.
    public var json: JSONValue { ["seq": .integer(Int64(number)), "accepted": .integer(Int64(accepted))] }

    /// Reads ``json``.
    /// - Throws: ``RiskError/Code/malformed`` when a member is missing or no whole number.
    public init(json: JSONValue) throws(RiskError) {
        let members = try RiskMembers(json, of: "the receipt")
        number = try members.integer("seq", in: 0...SignalEvent.greatest)
        accepted = try members.integer("accepted", in: 0...SignalLimits.events)
    }
}
