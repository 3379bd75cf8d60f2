import Foundation
import Foundations
import Primitives
import RiskScoring
import RiskSignals
import Store

/// Gathers the facts about an event in the transaction that counts it. Its reads are bounded by windows and numbers that are stated, so it
/// costs the same however long the history is.
struct FactGathering {
    /// The signals that were taken, as they stand.
    struct Signals {
        var device: DeviceAttributes?
        var sums: SignalSums?
        /// Whether signals were brought that had to be refused.
        var areRefused = false
        /// Whether the app says that the user is the one of the event; nil when it says nothing.
        var isSameUser: Bool?
    }

    let event: RiskEvent
    let subject: RiskSubject
    let rules: RiskRules
    let moment: RiskMoment
    let outside: OutsideFacts
    let hash: KeyedHash
    let signals: Signals

    private static let silent = "#silent"
    private static let deviceUsers = "#device"

    /// The facts; what is counted has this event in it.
    func facts(in transaction: any WriteTransaction) throws -> (facts: RiskFacts, lesson: RiskLesson) {
        var facts = RiskFacts(now: moment.seconds)
        facts.event = values
        outside.write(to: &facts)
        facts.successes = try PastSuccesses(subject: subject).all(moment, in: transaction)
        facts.previous = facts.successes.first
        facts.bot = signals.sums?.bot
        facts.originDomain = signals.sums?.host
        var lesson = RiskLesson(address: event.address)
        lesson.place = outside.place.value?.json
        lesson.features = features
        try gatherDevice(&facts, &lesson, in: transaction)
        facts.eventsWithoutSignals = try countSilence(in: transaction)
        for velocity in rules.velocities { facts.velocities[velocity.compactName] = try count(velocity, in: transaction) }
        facts.userBehavior = try BehaviorHistory(of: subject).counts(like: features, moment, in: transaction)
        facts.organizationBehavior = try BehaviorHistory(of: nil).counts(like: features, moment, in: transaction)
        return (facts, lesson)
    }

    /// The event's values, those of the network, and the counts of context calls.
    private var values: [String: RiskValue] {
        var values = event.values
        if let owner = outside.network.value {
            values["network.asn"] = .number(owner.number)
            values["network.organization"] = owner.organization.map(RiskValue.text)
        }
        if let place = outside.place.value { values["place.country"] = place.country.map(RiskValue.text) }
        values["user.emailDomain"] = values["user.emailDomain"] ?? signals.sums?.mailDomain.map(RiskValue.text)
        values["signals.sameUser"] = signals.isSameUser.map(RiskValue.flag)
        for (name, count) in (signals.sums?.contexts ?? [:]).sorted(by: { $0.key < $1.key }).prefix(40) {
            values["signals.\(name)"] = .number(count)
        }
        for (name, count) in signals.sums?.tags ?? [:] { values["signals.tag.\(name)"] = .number(count) }
        return values
    }

    /// The features in which sign-ins are alike. All of time is UTC.
    private var features: [BehaviorCounts.Feature: String] {
        var features: [BehaviorCounts.Feature: String] = [
            .hours: "\(moment.seconds % 86_400 / 14_400)", .weekday: "\((moment.seconds / 86_400 + 4) % 7)",
        ]
        let agent = event.userAgent ?? signals.device?.values[.userAgent]
        features[.system] = signals.device?.values[.osName] ?? agent.flatMap(UserAgentWords.system)
        features[.browser] = agent.flatMap(UserAgentWords.browser)
        features[.country] = outside.place.value?.country
        features[.application] = event.target
        return features
    }

    private func gatherDevice(_ facts: inout RiskFacts, _ lesson: inout RiskLesson, in transaction: any WriteTransaction) throws {
        guard let device = signals.device else {
            guard signals.areRefused else { return }
            // A device that shows what isn't its own is none that is known.
            let known = try KnownDevices(subject: subject).standing(of: DeviceAttributes(), key: [], moment, in: transaction)
            facts.device = DeviceFacts(isKnown: false, knownCount: known.count, signature: .invalid)
            return
        }
        let key = key(of: device)
        let standing = try KnownDevices(subject: subject).standing(of: device, key: key, moment, in: transaction)
        let users = DistinctCounts(name: Self.deviceUsers, key: key)
        _ = try users.note(hash.lastingHash(Array(subject.text.utf8)), of: subject, moment, in: transaction)
        var counts: [Int: Int] = [:]
        for window in Set(rules.deviceWindows).sorted() { counts[window] = try users.count(within: window, moment, in: transaction) }
        facts.device = DeviceFacts(
            isKnown: standing.isKnown, knownCount: standing.count, distance: standing.distance, signature: .valid,
            tampering: device.tampering, users: counts)
        lesson.device = (key, device.json)
    }

    /// A device is known by the identifier that journeys have made for it, or else by those of its attributes that no update changes.
    private func key(of device: DeviceAttributes) -> [UInt8] {
        if let identifier = device.identifier { return hash.lastingHash(Array("id \(identifier)".utf8)) }
        let changing: Set<DeviceAttribute> = [.osVersion, .userAgent, .tampering]
        let told = DeviceAttribute.allCases.filter { !changing.contains($0) }.map { "\($0.rawValue)=\(device.values[$0] ?? "")" }
        return hash.lastingHash(Array("attributes \(told.joined(separator: "\u{0}"))".utf8))
    }

    /// Counts an event without signals of its network; returns how many came in the last hour.
    private func countSilence(in transaction: any WriteTransaction) throws -> Int {
        let prefix = NetworkPrefix(of: event.address).description
        let counts = WindowCounts(name: Self.silent, key: hash.lastingHash(Array(prefix.utf8)))
        let minute = moment.seconds / 60
        if signals.device == nil { try counts.add(minute, moment, in: transaction) }
        return try counts.sum(minute - 59..<minute + 1, moment, in: transaction)
    }

    /// Counts an event for a predictor of velocity; nil when the event lacks a value that it counts by.
    private func count(_ velocity: VelocityWindows, in transaction: any WriteTransaction) throws -> VelocityFacts? {
        let values = values
        guard let value = values[velocity.counting.of]?.words else { return nil }
        let keys = velocity.counting.by.map { values[$0]?.words }
        guard keys.allSatisfy({ $0 != nil }) else { return nil }
        let key = hash.lastingHash(Array(keys.compactMap(\.self).joined(separator: "\u{0}").utf8))
        let distinct = DistinctCounts(name: velocity.compactName, key: key)
        let last = try distinct.note(hash.lastingHash(Array(value.utf8)), of: subject, moment, in: transaction)
        let isOfUser = velocity.counting.by.contains { $0.hasPrefix("user.") }
        let windows = WindowCounts(name: velocity.compactName, key: key, subject: isOfUser ? subject : nil)
        let slot = moment.seconds / velocity.window
        if last.map({ Int($0.timeIntervalSince1970) / velocity.window != slot }) ?? true {
            try windows.add(slot, moment, in: transaction)
        }
        let earlier = max(0, slot - velocity.samples)..<slot
        return VelocityFacts(
            count: try distinct.count(within: velocity.window, moment, in: transaction),
            samples: try windows.samples(earlier, most: velocity.samples, moment, in: transaction),
            environment: try WindowCounts.samples(of: velocity.compactName, earlier, most: velocity.samples, moment, in: transaction))
    }
}

extension RiskValue {
    /// The value as one text to count by.
    fileprivate var words: String? {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .list: nil
        }
    }
}

/// The answers of the operator's files about an event.
struct OutsideFacts: Sendable {
    var place: Lookup<Place> = .unlicensed
    var network: Lookup<NetworkOwner> = .unlicensed
    var isAnonymous: Lookup<Bool> = .unlicensed
    var addressStanding: Lookup<Int> = .unlicensed
    var mailStanding: Lookup<Int> = .unlicensed

    init(_ event: RiskEvent, mailDomain: String?, _ sources: any RiskSources) {
        if let address = IPAddress(event.address) {
            place = sources.place(of: address)
            network = sources.network(of: address)
            isAnonymous = sources.isAnonymous(address)
            addressStanding = sources.standing(of: address)
        }
        mailStanding = sources.standing(ofMailDomain: mailDomain ?? "")
    }

    func write(to facts: inout RiskFacts) {
        (facts.place, facts.anonymousNetwork) = (place, isAnonymous)
        (facts.addressReputation, facts.emailReputation) = (addressStanding, mailStanding)
    }
}

/// The words of a browser's name for itself by which sign-ins are alike.
enum UserAgentWords {
    static func system(_ agent: String) -> String? {
        first(
            of: [
                ("Android", "Android"), ("iPhone", "iOS"), ("iPad", "iOS"), ("Windows", "Windows"), ("Mac OS X", "macOS"),
                ("Linux", "Linux"),
            ], in: agent)
    }

    static func browser(_ agent: String) -> String? {
        first(of: [("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari")], in: agent)
            ?? agent.split(separator: "/").first.map { String($0.prefix(32)) }
    }

    private static func first(of words: [(String, String)], in agent: String) -> String? {
        words.first { agent.contains($0.0) }?.1
    }
}
