import Primitives
public import RiskSignals

/// The facts about how a user's answers came, summed up from the events of a payload.
public struct BotFacts: Sendable, Equatable {
    /// Whether the browser says that a program drives it.
    public var isAutomated: Bool
    /// The shortest time of an answer in milliseconds; nil when none was measured.
    public var fastestAnswer: Int?
    /// The number of keystrokes.
    public var strokes: Int
    /// The mean time between keystrokes in milliseconds.
    public var interval: Int
    /// The mean deviation from that in milliseconds.
    public var deviation: Int
    /// The number of touches, and of spans of motion.
    public var touches, motions: Int

    /// Makes facts of their members, which are taken unchecked.
    public init(
        isAutomated: Bool = false, fastestAnswer: Int? = nil, strokes: Int = 0, interval: Int = 0, deviation: Int = 0, touches: Int = 0,
        motions: Int = 0
    ) {
        self.isAutomated = isAutomated
        self.fastestAnswer = fastestAnswer
        self.strokes = strokes
        self.interval = interval
        self.deviation = deviation
        self.touches = touches
        self.motions = motions
    }

    /// Sums up the behaviour among some events: interval and deviation are means weighted by keystrokes, rounded down. nil when there is no
    /// behaviour.
    public init?(_ events: [SignalEvent]) {
        let samples = events.compactMap { if case .behavior(let sample) = $0.body { sample } else { nil } }
        guard !samples.isEmpty else { return nil }
        self.init()
        var (intervals, deviations) = (0, 0)
        for sample in samples {
            switch sample {
            case .touch: touches += 1
            case .motion: motions += 1
            case .answer(let answer): fastestAnswer = min(fastestAnswer ?? answer.duration, answer.duration)
            case .keys(let keys):
                strokes += keys.strokes
                intervals += keys.interval * keys.strokes
                deviations += keys.deviation * keys.strokes
            }
        }
        if strokes > 0 { (interval, deviation) = (intervals / strokes, deviations / strokes) }
    }

    var json: JSONValue {
        var object: JSONObject = ["automated": .bool(isAutomated)]
        object["fastestAnswer"] = fastestAnswer.map { .integer(Int64($0)) }
        for (name, number) in [
            ("strokes", strokes), ("interval", interval), ("deviation", deviation), ("touches", touches), ("motions", motions),
        ] { object[name] = .integer(Int64(number)) }
        return .object(object)
    }

    init(_ members: RiskMembers) throws(RiskError) {
        func count(_ name: String) throws(RiskError) -> Int { try members.integer(name, in: 0...RiskFacts.most, default: 0) }
        self.init(
            isAutomated: try members.flag("automated", default: false),
            fastestAnswer: try members.optionalInteger("fastestAnswer", in: 0...3_600_000), strokes: try count("strokes"),
            interval: try count("interval"), deviation: try count("deviation"), touches: try count("touches"),
            motions: try count("motions"))
    }
}
