import DevicePolicies
import Directory
import JourneyEngine
import JourneyModel
import Primitives
import WebAuthn

/// The demands of a node on authenticators before it takes their keys.
struct AttestationDemand {
    /// The realm's trust store; nil where authenticators need not be vouched for.
    private let store: TrustStore?
    private let level: WantedLevel
    private let checksRevocation: Bool

    /// - Throws: a fault where the realm has no such trust store: what was wanted can't be left out.
    init(asked: Bool, store alias: String, level: WantedLevel, checksRevocation: Bool, _ turn: Turn) async throws {
        self.level = level
        self.checksRevocation = checksRevocation
        guard asked, !alias.isEmpty || level != .off || checksRevocation else {
            store = nil
            return
        }
        store = try await turn.domain.devicePolicies.trustStores.store(alias, in: turn.realm.id)
        // A file of AM's names the store whether there is one or not.
        guard store != nil || alias == TrustStores.defaultAlias && level == .off && !checksRevocation else {
            throw JourneyRunError.fault("the realm has no trust store \(alias), which a WebAuthn registration needs")
        }
    }

    /// The policy for one answer. Without a trust store whatever comes must hold, and need not be vouched for.
    func policy(for response: RegistrationResponse, _ turn: Turn) async throws -> AttestationPolicy {
        guard let store else { return .unasked }
        return try await turn.domain.devicePolicies.trustStores.policy(
            for: response, by: store, leastLevel: level.least, checksRevocation: checksRevocation, in: turn.realm.id)
    }
}

extension WantedLevel {
    /// Nil for none.
    var least: CertificationLevel? {
        switch self {
        case .off: nil
        case .certified, .l1: .l1
        case .l1plus: .l1plus
        case .l2: .l2
        case .l2plus: .l2plus
        case .l3: .l3
        case .l3plus: .l3plus
        }
    }
}
