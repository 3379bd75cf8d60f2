import Directory
import Foundation
import Foundations
package import JourneyEngine
import JourneyModel
import Primitives
import ResourceMessages

extension IdentifyExistingUser: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let attribute = try await turn.attribute(identifier)
        guard !attribute.isSensitive else { throw JourneyRunError.fault("\(identifier) is sensitive: it can't identify a user") }
        try await count(&turn)
        guard let user = try await turn.claimedUser(by: given), turn.state.user == nil || turn.state.user == user.id else {
            return .outcome(Outcome.no)
        }
        turn.state.shared["_id"] = .string(user.id.text)
        turn.state.name(user)
        // Among the secrets: what isn't secret, forms show to their viewers.
        turn.state.gather(AccountDocument.of(user)[attribute.path], at: attribute.path, isSecret: true)
        return .outcome(Outcome.yes)
    }

    private func count(_ turn: inout Turn) async throws {
        let (realm, address, now) = (turn.realm, turn.client.address, turn.now)
        let isAllowed = try await turn.act { transaction, _ in
            try Throttle.allow(
                "identify", from: .address(address), realm: realm.id,
                limit: realm.settings[BoundsSettings.self].failuresPerAddressAndMinute, at: now,
                in: transaction)
        }
        guard isAllowed else { throw JourneyRunError(.throttled) }
    }
}
