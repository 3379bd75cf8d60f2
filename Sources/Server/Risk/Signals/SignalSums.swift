import Primitives
import RiskScoring
import RiskSignals

/// The signals of an instance summed up, since its session or user changed: what is kept of them. No event is kept.
struct SignalSums: Sendable, Equatable {
    /// The names of tags that the browser's script sets by itself.
    enum ReservedTag {
        /// A program says that it drives the browser.
        static let automated = "navigator.webdriver"
        /// The host of the page.
        static let host = "location.host"
    }

    /// Sums end when nothing came for so long, in seconds.
    static let rest = 1800

    var isAutomated = false
    var fastestAnswer: Int?
    var strokes = 0
    /// The sums of the times between keystrokes and of their deviations, weighted by keystrokes.
    var intervals = 0
    var deviations = 0
    var touches = 0
    var motions = 0
    /// Whether any behaviour came.
    var hasBehavior = false
    /// The number of context calls by name.
    var contexts: [String: Int] = [:]
    /// The number of tags by name: of the app, of the page, and of the realm's selectors.
    var tags: [String: Int] = [:]
    /// The domain of the e-mail address of the last context call that had one.
    var mailDomain: String?
    /// The host of the page.
    var host: String?

    /// Adds events.
    mutating func add(_ events: [SignalEvent]) {
        // Counted by call first: a payload has many events of few calls.
        var calls: [(name: ContextName, count: Int)] = []
        for event in events {
            switch event.body {
            case .behavior(let sample): add(sample)
            case .context(let context):
                if let place = calls.firstIndex(where: { $0.name == context.name }) {
                    calls[place].count += 1
                } else {
                    calls.append((context.name, 1))
                }
                if case .email(let email) = context.detail { mailDomain = email.domain ?? mailDomain }
            case .tag(let tag): add(tag)
            case .state: break
            }
        }
        for (name, count) in calls { contexts[name.rawValue] = min(contexts[name.rawValue, default: 0] + count, Self.most) }
    }

    private mutating func add(_ tag: SignalTag) {
        switch tag.name {
        case .word(ReservedTag.automated): isAutomated = isAutomated || tag.value == .word("true")
        case .word(ReservedTag.host): if case .word(let word) = tag.value { host = word }
        case .word(let name):
            guard tags[name] != nil || tags.count < Self.mostTags else { return }
            tags[name] = min(tags[name, default: 0] + 1, Self.most)
        case .other: break
        }
    }

    private mutating func add(_ sample: BehaviorSample) {
        hasBehavior = true
        switch sample {
        case .touch: touches = min(touches + 1, Self.most)
        case .motion: motions = min(motions + 1, Self.most)
        case .answer(let answer): fastestAnswer = min(fastestAnswer ?? answer.duration, answer.duration)
        case .keys(let keys):
            guard strokes < Self.most else { return }
            strokes += keys.strokes
            intervals += keys.interval * keys.strokes
            deviations += keys.deviation * keys.strokes
        }
    }

    /// The facts for predictors of bots; nil when there was no behaviour and no program said that it drives the browser.
    var bot: BotFacts? {
        guard hasBehavior || isAutomated else { return nil }
        return BotFacts(
            isAutomated: isAutomated, fastestAnswer: fastestAnswer, strokes: strokes, interval: strokes > 0 ? intervals / strokes : 0,
            deviation: strokes > 0 ? deviations / strokes : 0, touches: touches, motions: motions)
    }

    private static let most = 1_000_000
    /// The number of tags that are distinguished: their names are the app's.
    static let mostTags = 40
}

extension SignalSums {
    /// The form in which sums are kept.
    var json: JSONValue {
        var object: JSONObject = ["automated": .bool(isAutomated), "behavior": .bool(hasBehavior)]
        object["fastestAnswer"] = fastestAnswer.map { .integer(Int64($0)) }
        for (name, number) in counts { object[name] = .integer(Int64(number)) }
        object["contexts"] = Self.object(contexts)
        if !tags.isEmpty { object["tags"] = Self.object(tags) }
        object["mailDomain"] = mailDomain.map(JSONValue.string)
        object["host"] = host.map(JSONValue.string)
        return .object(object)
    }

    private static func object(_ counts: [String: Int]) -> JSONValue {
        .object(JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) }))
    }

    private static func counts(_ json: JSONValue?) -> [String: Int] {
        var counts: [String: Int] = [:]
        for member in json?.object?.members ?? [] { counts[member.name] = member.value.integer.flatMap { Int(exactly: $0) } }
        return counts
    }

    private var counts: [(String, Int)] {
        [("strokes", strokes), ("intervals", intervals), ("deviations", deviations), ("touches", touches), ("motions", motions)]
    }

    /// Reads what was kept.
    init(stored json: JSONValue) {
        func count(_ name: String) -> Int { json[name]?.integer.flatMap { Int(exactly: $0) } ?? 0 }
        isAutomated = json["automated"]?.bool ?? false
        hasBehavior = json["behavior"]?.bool ?? false
        fastestAnswer = json["fastestAnswer"]?.integer.flatMap { Int(exactly: $0) }
        (strokes, intervals, deviations) = (count("strokes"), count("intervals"), count("deviations"))
        (touches, motions) = (count("touches"), count("motions"))
        (contexts, tags) = (Self.counts(json["contexts"]), Self.counts(json["tags"]))
        mailDomain = json["mailDomain"]?.string
        host = json["host"]?.string
    }
}
