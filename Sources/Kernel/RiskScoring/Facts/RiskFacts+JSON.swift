public import Primitives
public import RiskSignals

extension RiskFacts {
    /// The JSON object in which facts are recorded (docs/risk.md, "Facts").
    public var json: JSONValue {
        var object: JSONObject = [
            "now": .integer(Int64(now)), "event": .object(JSONObject(event.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })),
        ]
        object["anonymousNetwork"] = anonymousNetwork.json(JSONValue.bool)
        object["place"] = place.json(\.json)
        object["addressReputation"] = addressReputation.json { .integer(Int64($0)) }
        object["emailReputation"] = emailReputation.json { .integer(Int64($0)) }
        object["previous"] = previous?.json
        object["successes"] = .array(successes.map(\.json))
        object["device"] = device?.json
        object["velocities"] = .object(JSONObject(velocities.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
        object["userBehavior"] = userBehavior?.json
        object["organizationBehavior"] = organizationBehavior?.json
        object["bot"] = bot?.json
        object["eventsWithoutSignals"] = .integer(Int64(eventsWithoutSignals))
        object["originDomain"] = originDomain.map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``RiskError/Code/malformed``, ``RiskError/Code/tooLarge``.
    public init(json: JSONValue) throws(RiskError) {
        let members = try RiskMembers(json, of: "the facts")
        self.init(now: try members.integer("now", in: 0...Self.latest))
        event = try Self.event(members)
        try readLookups(members)
        previous = try members.optional("previous").map(PastSuccess.init)
        for json in try members.list("successes", atMost: 200) { successes.append(try PastSuccess(RiskMembers(json, of: "successes"))) }
        device = try members.optional("device").map(DeviceFacts.init)
        velocities = try Self.velocities(members)
        userBehavior = try members.optional("userBehavior").map(BehaviorCounts.init)
        organizationBehavior = try members.optional("organizationBehavior").map(BehaviorCounts.init)
        bot = try members.optional("bot").map(BotFacts.init)
        eventsWithoutSignals = try members.integer("eventsWithoutSignals", in: 0...Self.most, default: 0)
        originDomain = try members.optionalText("originDomain", atMost: 253)
    }

    private mutating func readLookups(_ members: RiskMembers) throws(RiskError) {
        anonymousNetwork = try Lookup("anonymousNetwork", of: members) { inside throws(RiskError) in try inside.flag("value") }
        place = try Lookup("place", of: members) { inside throws(RiskError) in try Place(inside.inside("value")) }
        addressReputation = try Lookup("addressReputation", of: members) { inside throws(RiskError) in
            try inside.integer("value", in: 0...100)
        }
        emailReputation = try Lookup("emailReputation", of: members) { inside throws(RiskError) in
            try inside.integer("value", in: 0...100)
        }
    }

    private static func event(_ members: RiskMembers) throws(RiskError) -> [String: RiskValue] {
        guard let object = try members.optional("event")?.object else { return [:] }
        guard object.count <= 64 else { throw RiskError(.tooLarge, "event of the facts has more than 64 members") }
        var event: [String: RiskValue] = [:]
        for member in object.members {
            let (name, json) = (member.name, member.value)
            guard let value = RiskValue(json: json), name.utf8.count <= RiskPath.longest else {
                throw members.wrong("event", "of texts, whole numbers, flags and lists of texts")
            }
            event[name] = value
        }
        return event
    }

    private static func velocities(_ members: RiskMembers) throws(RiskError) -> [String: VelocityFacts] {
        guard let object = try members.optional("velocities")?.object else { return [:] }
        guard object.count <= 64 else { throw RiskError(.tooLarge, "velocities of the facts has more than 64 members") }
        var velocities: [String: VelocityFacts] = [:]
        for member in object.members { velocities[member.name] = try VelocityFacts(RiskMembers(member.value, of: "velocities")) }
        return velocities
    }
}
