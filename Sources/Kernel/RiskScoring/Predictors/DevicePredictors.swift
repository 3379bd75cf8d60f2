import Primitives
import ResourceMessages

/// `DEVICE`: the user hasn't signed in with the device before, or the device was tampered with.
struct DevicePredictor: PredictorKind {
    enum Detection: String, Sendable, CaseIterable { case newDevice = "NEW_DEVICE", suspiciousDevice = "SUSPICIOUS_DEVICE" }

    var detection = Detection.newDevice
    /// The time from which it counts, in seconds since 1970; nil for at once.
    var activation: Int?
    var needsSignature = false

    static let type = PredictorType.device
    static let shapeName = "DevicePredictor"
    static let members: [Member<Self>] = [
        Member("detect", \.detection, .choice).saying("The kind of device that is looked for.", tellsInitial: true),
        Member("activationAt", optional: \.activation, .bounded(0...RiskFacts.latest))
            .saying("The time from which it counts, in seconds since 1970; at once unless sent."),
        Member("shouldValidatePayloadSignature", \.needsSignature, .flag)
            .saying("Whether signals that the device didn't sign score 1000.", tellsInitial: true),
    ]

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
        if let activation, facts.now < activation { return .nothing(.device, .notActive) }
        guard let device = facts.device else { return .nothing(.device, .missing) }
        if needsSignature, device.signature != .valid { return .score(.device, 1000, ["PAYLOAD_NOT_SIGNED"]) }
        return detection == .newDevice ? new(device) : suspicious(device)
    }

    private func new(_ device: DeviceFacts) -> PredictorResult {
        if device.isKnown { return .score(.device, 0, ["KNOWN_DEVICE"]) }
        let measures = [("estimatedDistance", device.distance)]
        if device.knownCount == 0 { return .score(.device, 300, ["FIRST_DEVICE"], measures) }
        return .score(.device, 400 + device.distance * 6, ["NEW_DEVICE"], measures)
    }

    private func suspicious(_ device: DeviceFacts) -> PredictorResult {
        if device.signature == .invalid { return .score(.device, 1000, ["INVALID_SIGNATURE"]) }
        let isClean = device.tampering == 0
        return .score(.device, device.tampering, [isClean ? "NOTHING_NOTICED" : "TAMPERING"], [("tampering", device.tampering)])
    }
}

/// `TRAFFIC_ANOMALY`: more users than usual sign in with the device.
struct TrafficAnomalyPredictor: PredictorKind {
    struct Rule: Shaped, Equatable {
        var type = "UNIQUE_USERS_PER_DEVICE"
        var isEnabled = true
        var interval = RiskInterval()
        var threshold = Thresholds()

        static let shapeName = "TrafficRule"
        static let members: [Member<Self>] = [
            Member("type", \.type, .oneOf(["UNIQUE_USERS_PER_DEVICE"]), .required),
            Member("enabled", \.isEnabled, .flag).saying("Whether it counts.", tellsInitial: true),
            Member("interval", \.interval, .object, .required).saying("The window in which users are counted."),
            Member("threshold", \.threshold, .object, .required).saying("The numbers of users from which the level is MEDIUM and HIGH."),
        ]
    }

    struct Thresholds: Shaped, Equatable {
        var medium = 1
        var high = 2

        static let shapeName = "TrafficThresholds"
        static let members: [Member<Self>] = [
            Member("medium", \.medium, .bounded(1...RiskFacts.most), .required),
            Member("high", \.high, .bounded(2...RiskFacts.most + 1), .required),
        ]

        func check(_ reading: inout ShapeReading) {
            if high <= medium { reading.refuse(.invalid, "it is more than medium", at: "high") }
        }
    }

    var rules: [Rule] = []

    static let type = PredictorType.trafficAnomaly
    static let shapeName = "TrafficAnomalyPredictor"
    static let members: [Member<Self>] = [
        Member("rules", \.rules, .list(.object, count: 0...8)).saying(
            "The counts of users; the highest score of those that are enabled counts.")
    ]

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
        let rules = rules.filter(\.isEnabled)
        guard !rules.isEmpty else { return .nothing(.trafficAnomaly, .notConfigured) }
        guard let device = facts.device else { return .nothing(.trafficAnomaly, .missing) }
        let counted = rules.compactMap { rule in device.users[rule.interval.seconds].map { (rule: rule, count: $0) } }
        guard !counted.isEmpty else { return .nothing(.trafficAnomaly, .inTraining) }
        let score = counted.map { Integers.scale($0.count, medium: $0.rule.threshold.medium, high: $0.rule.threshold.high) }.max() ?? 0
        let isMany = RiskLevel(score: score) > .low
        return .score(
            .trafficAnomaly, score, [isMany ? "MANY_USERS_PER_DEVICE" : "USUAL_TRAFFIC"],
            [("uniqueUsers", counted.map(\.count).max() ?? 0)])
    }
}

/// `BOT`: the answers come as a program gives them.
struct BotPredictor: PredictorKind {
    var countsRepeatedEvents = false

    static let type = PredictorType.bot
    static let shapeName = "BotPredictor"
    static let members: [Member<Self>] = [
        Member("includeRepeatedEventsWithoutSdk", \.countsRepeatedEvents, .flag)
            .saying("Whether repeated events of an address without signals count.", tellsInitial: true)
    ]

    func evaluate(_ facts: RiskFacts, _ values: RiskValues, name: String) -> PredictorResult {
        guard let bot = facts.bot else { return withoutSignals(facts.eventsWithoutSignals) }
        let found = findings(bot)
        guard !found.isEmpty else { return .score(.bot, 0, ["LIKE_A_USER"], measures(bot)) }
        return .score(.bot, found.map(\.score).reduce(0, +), found.map(\.reason), measures(bot))
    }

    private func withoutSignals(_ count: Int) -> PredictorResult {
        guard countsRepeatedEvents, count >= 3 else { return .nothing(.bot, .missing) }
        return .score(.bot, 400 + (min(count, 9) - 3) * 100, ["REPEATED_EVENTS_WITHOUT_SDK"], [("eventsWithoutSdk", count)])
    }

    private func findings(_ bot: BotFacts) -> [(reason: String, score: Int)] {
        var found: [(reason: String, score: Int)] = []
        if bot.isAutomated { found.append(("AUTOMATED_BROWSER", 1000)) }
        if let fastest = bot.fastestAnswer {
            if fastest < 50 { found.append(("INSTANT_ANSWER", 700)) } else if fastest < 300 { found.append(("FAST_ANSWER", 400)) }
        }
        if bot.strokes >= 5 {
            if bot.interval < 15 { found.append(("INSTANT_TYPING", 600)) }
            if bot.deviation * 20 < bot.interval { found.append(("EVEN_TYPING", 500)) }
        }
        if bot.fastestAnswer != nil, bot.strokes + bot.touches + bot.motions == 0 { found.append(("NO_INTERACTION", 300)) }
        return found
    }

    private func measures(_ bot: BotFacts) -> [(String, Int)] {
        (bot.fastestAnswer.map { [("fastestAnswer", $0)] } ?? []) + [("strokes", bot.strokes), ("interval", bot.interval)]
    }
}
