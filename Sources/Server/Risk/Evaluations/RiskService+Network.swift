package import Directory
package import Foundation
import Primitives
package import RiskScoring
import Store

/// The standing of the network that a sign-on comes from, without signals and without counting it.
package struct NetworkStanding: Sendable, Equatable {
    /// The network address.
    package let address: String
    /// Whether the address belongs to a network that hides its users, as far as the sources know.
    package let isAnonymous: Lookup<Bool>
    /// The standing of the address, 0 to 100.
    package let standing: Lookup<Int>
    /// The result of a predictor of geographic velocity.
    package let travel: PredictorResult
}

extension RiskService {
    /// The place of a network address in words, `Berne, CH`; nil where the sources don't know.
    package func place(of address: String) -> String? {
        guard let place = IPAddress(address).flatMap({ sources.place(of: $0).value }) else { return nil }
        let parts = [place.city ?? place.state, place.country].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The standing of a network for a user.
    package func network(of address: String, user: UUID?, in realm: Realm) async throws -> NetworkStanding {
        let now = time.now
        let outside = OutsideFacts(RiskEvent(address: address, user: user?.text ?? ""), mailDomain: nil, sources)
        let moment = RiskMoment(realm: realm.id, now: now, expires: now)
        var facts = RiskFacts(now: moment.seconds)
        facts.event = ["ip": .text(address)]
        outside.write(to: &facts)
        if let user {
            facts.previous = try await database.read {
                try PastSuccesses(subject: RiskSubject(text: user.text, user: user)).all(moment, in: $0).first
            }
        }
        let predictor = try RiskPredictor(json: ["compactName": "travel", "type": "GEO_VELOCITY"])
        let evaluation = try RiskPolicySet(json: ["name": "travel"]).evaluate(facts, with: [predictor])
        return NetworkStanding(
            address: address, isAnonymous: outside.isAnonymous, standing: outside.addressStanding, travel: evaluation.details[0].result)
    }
}
