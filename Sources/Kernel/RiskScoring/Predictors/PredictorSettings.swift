import Primitives
import RiskSignals

/// The settings of a predictor, by its type.
enum PredictorSettings: Sendable, Equatable {
    case anonymousNetwork(AnonymousNetworkPredictor), geoVelocity(GeoVelocityPredictor), ipReputation(IPReputationPredictor),
        userLocationAnomaly(LocationAnomalyPredictor), device(DevicePredictor), bot(BotPredictor), adversaryInTheMiddle(MiddlePredictor),
        trafficAnomaly(TrafficAnomalyPredictor), userRiskBehavior(UserBehaviorPredictor), velocity(VelocityPredictor),
        emailReputation(EmailReputationPredictor), map(MapPredictor), composite(CompositePredictor)

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
        switch self {
        case .anonymousNetwork(let predictor): predictor.evaluate(facts)
        case .geoVelocity(let predictor): predictor.evaluate(facts)
        case .ipReputation(let predictor): predictor.evaluate(facts)
        case .userLocationAnomaly(let predictor): predictor.evaluate(facts)
        case .device(let predictor): predictor.evaluate(facts)
        case .bot(let predictor): predictor.evaluate(facts)
        case .adversaryInTheMiddle(let predictor): predictor.evaluate(facts)
        case .trafficAnomaly(let predictor): predictor.evaluate(facts)
        case .userRiskBehavior(let predictor): predictor.evaluate(facts)
        case .velocity(let predictor): predictor.evaluate(facts, name: name)
        case .emailReputation(let predictor): predictor.evaluate(facts)
        case .map(let predictor): predictor.evaluate(values)
        case .composite(let predictor): predictor.evaluate(values)
        }
    }

    /// The number of parts that an administrator may make many of.
    var cost: Int {
        switch self {
        case .map(let predictor): predictor.cost
        case .composite(let predictor): predictor.cost
        default: 0
        }
    }

    init(_ type: PredictorType, _ members: RiskMembers) throws(RiskError) {
        switch type {
        case .anonymousNetwork: self = .anonymousNetwork(AnonymousNetworkPredictor(allowed: try members.ranges("whiteList")))
        case .geoVelocity: self = .geoVelocity(GeoVelocityPredictor(allowed: try members.ranges("whiteList")))
        case .ipReputation: self = .ipReputation(IPReputationPredictor(allowed: try members.ranges("whiteList")))
        case .userLocationAnomaly: self = .userLocationAnomaly(try LocationAnomalyPredictor(members))
        case .device: self = .device(try DevicePredictor(members))
        case .bot: self = .bot(BotPredictor(countsRepeatedEvents: try members.flag("includeRepeatedEventsWithoutSdk", default: false)))
        case .adversaryInTheMiddle:
            let domains = try members.texts("domainWhiteList", atMost: 1000, of: 253)
            self = .adversaryInTheMiddle(MiddlePredictor(domains: domains.map(\.asciiLowercased)))
        case .trafficAnomaly: self = .trafficAnomaly(try TrafficAnomalyPredictor(members))
        case .userRiskBehavior: self = .userRiskBehavior(try UserBehaviorPredictor(members))
        case .velocity: self = .velocity(try VelocityPredictor(members))
        case .emailReputation: self = .emailReputation(EmailReputationPredictor())
        case .map: self = .map(try MapPredictor(try members.inside("map")))
        case .composite: self = .composite(try CompositePredictor(members))
        }
    }
}

extension LocationAnomalyPredictor {
    fileprivate init(_ members: RiskMembers) throws(RiskError) {
        days = try members.integer("days", in: 1...365, default: 50)
        guard let inside = try members.optional("radius") else {
            radius = 50_000
            return
        }
        switch try inside.optionalText("unit", atMost: 16) ?? "kilometers" {
        case "kilometers": radius = try inside.integer("distance", in: 16...160) * 1000
        case "miles": radius = try inside.integer("distance", in: 10...100) * 1609
        default: throw inside.wrong("unit", "kilometers or miles")
        }
    }
}

extension DevicePredictor {
    fileprivate init(_ members: RiskMembers) throws(RiskError) {
        guard let detection = Detection(exactly: try members.optionalText("detect", atMost: 32) ?? "NEW_DEVICE") else {
            throw members.wrong("detect", "NEW_DEVICE or SUSPICIOUS_DEVICE")
        }
        self.detection = detection
        activation = try members.optionalInteger("activationAt", in: 0...RiskFacts.latest)
        needsSignature = try members.flag("shouldValidatePayloadSignature", default: false)
    }
}

extension TrafficAnomalyPredictor {
    fileprivate init(_ members: RiskMembers) throws(RiskError) {
        var rules: [Rule] = []
        for json in try members.list("rules", atMost: 8) {
            let rule = try RiskMembers(json, of: "rules")
            guard try rule.text("type", atMost: 64) == "UNIQUE_USERS_PER_DEVICE" else {
                throw rule.wrong("type", "UNIQUE_USERS_PER_DEVICE")
            }
            let threshold = try rule.inside("threshold")
            let medium = try threshold.integer("medium", in: 1...RiskFacts.most)
            let read = Rule(
                seconds: try rule.inside("interval").seconds(), medium: medium,
                high: try threshold.integer("high", in: medium + 1...RiskFacts.most + 1))
            if try rule.flag("enabled", default: true) { rules.append(read) }
        }
        self.rules = rules
    }
}

extension UserBehaviorPredictor {
    fileprivate init(_ members: RiskMembers) throws(RiskError) {
        let name = try members.optional("predictionModel")?.text("name", atMost: 64) ?? Model.user.rawValue
        guard let model = Model(exactly: name) else { throw members.wrong("predictionModel", "points or login_anomaly_statistic") }
        self.model = model
    }
}

extension VelocityPredictor {
    fileprivate init(_ members: RiskMembers) throws(RiskError) {
        if let measure = try members.optionalText("measure", atMost: 32), measure != "DISTINCT_COUNT" {
            throw members.wrong("measure", "DISTINCT_COUNT")
        }
        let use = try members.optional("use")
        if let type = try use?.optionalText("type", atMost: 32), type != "POISSON_WITH_MAX" {
            throw members.wrong("use", "of the type POISSON_WITH_MAX")
        }
        multiples = Thresholds(medium: try use?.thousandths("medium") ?? 2000, high: try use?.thousandths("high") ?? 4000)
        fallback = try members.optional("fallback").map { members throws(RiskError) in
            let medium = try members.integer("medium", in: 1...RiskFacts.most)
            return Thresholds(medium: medium, high: try members.integer("high", in: medium...RiskFacts.most))
        }
        minSample = try members.optional("every")?.integer("minSample", in: 1...VelocityFacts.most, default: 5) ?? 5
    }
}

extension RiskMembers {
    /// The length of an interval of `unit` and `quantity`.
    fileprivate func seconds() throws(RiskError) -> Int {
        let quantity = try integer("quantity", in: 1...365)
        switch try text("unit", atMost: 8) {
        case "HOUR": return quantity * 3600
        case "DAY": return quantity * 86_400
        default: throw wrong("unit", "HOUR or DAY")
        }
    }

    /// A number from 0 to 100 in thousandths, rounded to the nearest; nil when it isn't there.
    fileprivate func thousandths(_ name: String) throws(RiskError) -> Int? {
        guard has(name) else { return nil }
        guard let number = object[name]?.number, (0...100).contains(number) else { throw wrong(name, "a number from 0 to 100") }
        return Int((number * 1000).rounded())
    }
}
