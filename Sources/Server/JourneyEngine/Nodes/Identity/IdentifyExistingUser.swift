import Foundation
import Primitives
import ResourceMessages
import Directory
import Foundations

/// Looks for the user of whom an attribute was given, and keeps their name and id for the nodes behind it.
///
/// Nothing is proved by that: nodes that show or change an account still ask for more. What it finds out, an attacker would like to
/// know, so each time is counted for the address, and the state can't be used for another.
struct IdentifyExistingUser: JourneyNode {
    static let type = NodeType(
        "IdentifyExistingUserNode", alias: "identifyUser", title: "Identify Existing User",
        "Looks for the user of whom an attribute was given. It proves nothing.")
    static let settings = [
        NodeSetting<Self>("identityAttribute", \.given, "The attribute that was given."),
        NodeSetting<Self>("identifier", \.identifier, "The attribute of the found user that is kept."),
    ]
    static let state = StateUse(reads: ["objectAttributes", "username"], writes: ["_id", "username", "objectAttributes"])

    var given: AttributeName = "mail"
    var identifier: AttributeName = "userName"
    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let attribute = try await turn.attribute(identifier)
        guard !attribute.isSensitive else { throw JourneyRunError.fault("\(identifier) is sensitive: it can't identify anybody") }
        try await count(&turn)
        guard let user = try await turn.claimedUser(by: given), turn.state.user == nil || turn.state.user == user.id else {
            return .outcome(Outcome.no)
        }
        turn.state.shared["_id"] = .string(user.id.uuidString.lowercased())
        turn.state.username = user.username
        // Among the secrets: what isn't secret, forms show to their viewers.
        turn.state.gather(AccountDocument.of(user)[attribute.path], at: attribute.path, isSecret: true)
        return .outcome(Outcome.yes)
    }

    private func count(_ turn: inout Turn) async throws {
        let (realm, address, now) = (turn.realm, turn.client.address, turn.now)
        let isAllowed = try await turn.act { transaction, _ in
            try Throttle.allow(
                "identify", from: .address(address), realm: realm.id, limit: realm.settings.failuresPerAddressAndMinute, at: now,
                in: transaction)
        }
        guard isAllowed else { throw JourneyRunError(.throttled) }
    }
}
