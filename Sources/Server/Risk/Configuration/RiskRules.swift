package import Foundation
import Foundations
import Primitives
package import RiskScoring
import RiskSignals
import Store

/// The predictors and policy sets of a realm, read from their declarations.
package struct RiskRules: Sendable {
    /// The predictors in the order of their names.
    package let predictors: [RiskPredictor]
    package let policySets: [PolicySet]
    /// The windows that predictors of velocity and traffic count by.
    let velocities: [VelocityWindows]
    let deviceWindows: [Int]

    /// A policy set with what stages another.
    package struct PolicySet: Sendable {
        package let id: UUID
        package let rules: RiskPolicySet
        package let isDefault: Bool
        /// The set that is tried beside this one, and until when.
        let staging: (id: UUID, expires: Date?)?
    }

    /// - Throws: ``/RiskSignals/RiskError`` for what the rules don't take.
    init(predictors: [RiskDeclaration], policySets: [RiskDeclaration]) throws {
        var read: [RiskPredictor] = []
        for declaration in predictors { read.append(try RiskPredictor(json: declaration.declaration)) }
        try RiskPredictor.check(read)
        self.predictors = read
        velocities = try predictors.filter { $0.text("type") == PredictorType.velocity.rawValue }.map(VelocityWindows.init)
        deviceWindows = try predictors.filter { $0.text("type") == PredictorType.trafficAnomaly.rawValue }.flatMap(Self.windows)
        var sets: [PolicySet] = []
        for declaration in policySets {
            let staging = try Self.staging(declaration)
            guard staging.map({ staged in policySets.contains { $0.id == staged.id && $0.id != declaration.id } }) ?? true else {
                throw RiskError(.malformed, "triggers of the policy set names no other policy set")
            }
            let rules = try RiskPolicySet(json: declaration.declaration)
            for id in rules.predictors ?? [] where !predictors.contains(where: { $0.id.text == id }) {
                throw RiskError(.malformed, "evaluatedPredictors of the policy set names \(id), which is no predictor")
            }
            sets.append(PolicySet(id: declaration.id, rules: rules, isDefault: declaration.flag("default"), staging: staging))
        }
        self.policySets = sets
    }

    /// A policy set by its id or name; the default one for nil.
    package func policySet(_ text: String?) -> PolicySet? {
        guard let text, !text.isEmpty else { return policySets.first(where: \.isDefault) }
        return policySets.first { $0.id.text == text.lowercased() } ?? policySets.first { $0.rules.name == text }
    }

    private static func staging(_ declaration: RiskDeclaration) throws(RiskError) -> (id: UUID, expires: Date?)? {
        let members = try RiskMembers(.object(declaration.members), of: "the policy set")
        guard let json = try members.list("triggers", atMost: 1).first else { return nil }
        let trigger = try RiskMembers(json, of: "triggers")
        guard try trigger.text("type", atMost: 64) == "POLICY_SET_STAGING" else { throw trigger.wrong("type", "POLICY_SET_STAGING") }
        guard let id = UUID(text: try trigger.inside("policySet").text("id", atMost: 36)) else {
            throw trigger.wrong("policySet", "a UUID")
        }
        guard let text = try trigger.optionalText("expiresAt", atMost: 32) else { return (id, nil) }
        guard let expires = Self.time(text) else { throw trigger.wrong("expiresAt", "a time such as 2026-01-31T00:00:00.000Z") }
        return (id, expires)
    }

    private static func time(_ text: String) -> Date? {
        (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))) ?? (try? Date(text, strategy: .iso8601))
    }

    /// The windows of a predictor of traffic, in seconds.
    private static func windows(_ declaration: RiskDeclaration) throws(RiskError) -> [Int] {
        let members = try RiskMembers(.object(declaration.members), of: "the predictor")
        var windows: [Int] = []
        for json in try members.list("rules", atMost: 8) {
            windows.append(try RiskMembers(json, of: "rules").inside("interval").interval())
        }
        return windows
    }
}

/// The values that a predictor of velocity counts, and the windows in which it does: `of`, `by`, `every` and `slidingWindow`.
struct VelocityWindows: Sendable {
    let compactName: String
    /// The path of the value, behind `event.`.
    let of: String
    /// The paths of what it is counted by.
    let by: [String]
    /// The length of a window, in seconds.
    let window: Int
    /// The number of earlier windows that tell what is usual.
    let samples: Int

    /// The greatest number of samples that are read.
    private static let most = 168

    /// - Throws: ``/RiskSignals/RiskError``.
    init(_ declaration: RiskDeclaration) throws {
        let members = try RiskMembers(.object(declaration.members), of: "the predictor")
        compactName = try members.text("compactName", atMost: 64)
        of = try Self.path(try members.text("of", atMost: 131), "of", members)
        let by = try members.texts("by", atMost: 4, of: 131)
        guard !by.isEmpty else { throw members.missing("by") }
        self.by = try by.map { try Self.path($0, "by", members) }
        window = try members.optional("every")?.interval() ?? 3600
        let sliding = try members.optional("slidingWindow")?.interval() ?? 604_800
        samples = min(Self.most, max(1, sliding / window))
    }

    private static func path(_ text: String, _ name: String, _ members: RiskMembers) throws(RiskError) -> String {
        guard text.hasPrefix("${event."), text.hasSuffix("}"), text.utf8.count > 9 else {
            throw members.wrong(name, "paths of the event such as ${event.ip}")
        }
        return String(text.dropFirst("${event.".count).dropLast())
    }
}

extension RiskMembers {
    /// An interval of `unit` and `quantity`.
    fileprivate func interval() throws(RiskError) -> Int {
        let quantity = try integer("quantity", in: 1...365, default: 1)
        switch try text("unit", atMost: 8) {
        case "MIN", "MINUTE": return quantity * 60
        case "HOUR": return quantity * 3600
        case "DAY": return quantity * 86_400
        default: throw wrong("unit", "MINUTE, HOUR or DAY")
        }
    }
}
