package import Foundation
import Foundations
import Primitives
import ResourceMessages
package import RiskScoring
import RiskSignals
import Store

/// The predictors and policy sets of a realm, read from their declarations.
package struct RiskRules: Sendable {
    /// The predictors in the order of their names.
    package let predictors: [RiskPredictor]
    /// The realm's policy sets, of which one is the default.
    package let policySets: [PolicySet]
    /// The windows that predictors of velocity and traffic count by.
    let velocities: [VelocityWindows]
    let deviceWindows: [Int]

    /// A policy set with its id.
    package struct PolicySet: Sendable {
        /// The id, unique in the realm.
        package let id: UUID
        /// The rules as they are declared.
        package let rules: RiskPolicySet

        /// True for the set that events get that no other is for.
        package var isDefault: Bool { rules.isDefault }
        /// The set that is tried beside this one, and until when.
        var staging: (id: UUID, expires: Date?)? { rules.staging }
    }

    /// - Throws: ``/RiskSignals/RiskError`` for what the rules don't take together; ``/ResourceMessages/ShapeError`` for what can't be read.
    init(predictors: [RiskDeclaration], policySets: [RiskDeclaration]) throws {
        let read = try predictors.map { try RiskPredictor(id: $0.id.text, stored: .object($0.members)) }
        try RiskPredictor.check(read)
        self.predictors = read
        velocities = read.compactMap { predictor in
            predictor.counting.map { VelocityWindows(compactName: predictor.compactName, counting: $0) }
        }
        deviceWindows = read.flatMap(\.deviceWindows)
        let sets = try policySets.map { PolicySet(id: $0.id, rules: try RiskPolicySet(stored: .object($0.members))) }
        for set in sets {
            guard set.staging?.id != set.id else { throw RiskError(.malformed, "triggers of the policy set names the set itself") }
        }
        self.policySets = sets
    }

    /// A policy set by its id or name; the default one for nil.
    package func policySet(_ text: String?) -> PolicySet? {
        guard let text, !text.isEmpty else { return policySets.first(where: \.isDefault) }
        return policySets.first { $0.id.text == text.lowercased() } ?? policySets.first { $0.rules.name == text }
    }
}

/// The values that a predictor of velocity counts, and the windows in which it does.
struct VelocityWindows: Sendable {
    let compactName: String
    let counting: VelocityCounting

    /// The length of a window, in seconds.
    var window: Int { counting.window }
    /// The number of earlier windows that tell what is usual.
    var samples: Int { min(Self.most, max(1, counting.past / window)) }

    /// The greatest number of samples that are read.
    private static let most = 168
}
