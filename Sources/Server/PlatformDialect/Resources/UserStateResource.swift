import Foundation
import HTTPBase
import Primitives
import ResourceMessages
import Directory
import Foundations
import DevicePolicies

/// The members of a user that stand at paths of their own: `enabled`, `population`, `mfaEnabled`, `bypassMFA`
/// (`docs/protocols/platform.md` 2.1, 2.2).
enum UserStateResource {
    private static let read = PlatformAccess.worker(.readIdentities)
    private static let change = PlatformAccess.worker(.changeIdentities)
    private static let mfa = PlatformAccess.owner(.changeIdentities, scope: "p1:update:userMfaEnabled")

    static let routes: [PlatformRoute] = enabled + population + mfaEnabled + bypass

    private static let enabled: [PlatformRoute] = [
        .get(.api("users/{userID}/enabled"), "Whether a user is enabled", read, gives: EnabledBody.resource.shape) { turn in
            json(EnabledBody(isEnabled: try await turn.user().status == .active).json, "enabled", try await turn.user(), turn)
        },
        .put(
            .api("users/{userID}/enabled"), "Enable or disable a user", change,
            .json(EnabledBody.resource, changes: .administration, gives: EnabledBody.resource.shape) { turn, body in
                let user = try await turn.user()
                try await turn.services.identities.users.setStatus(body.isEnabled ? .active : .inactive, of: user.id, in: turn.realm.id)
                return json(body.json, "enabled", user, turn)
            }),
    ]

    private static let population: [PlatformRoute] = [
        .get(.api("users/{userID}/population"), "A user's population", read, gives: PopulationBody.resource.shape) { turn in
            let user = try await turn.user()
            return json(PopulationBody(id: user.populationID).json, "population", user, turn)
        },
        .put(
            .api("users/{userID}/population"), "Move a user to another population", change,
            .json(PopulationBody.resource, changes: .administration, gives: PopulationBody.resource.shape) { turn, body in
                let user = try await turn.user()
                do {
                    try await turn.services.identities.populations.move(user.id, to: body.id, in: turn.realm, by: turn.actor)
                } catch let error as DomainError where error.code == .unknownResource {
                    throw ShapeError(.invalid, at: "id", error.reason)
                }
                return json(body.json, "population", user, turn)
            }),
    ]

    private static let mfaEnabled: [PlatformRoute] = [
        .get(.api("users/{userID}/mfaEnabled"), "Whether a user is asked for a second factor", read, gives: MFAEnabledBody.resource.shape) {
            turn in
            let user = try await turn.user()
            return json(MFAEnabledBody(isEnabled: user.isMFAEnabled).json, "mfaEnabled", user, turn)
        },
        .put(
            .api("users/{userID}/mfaEnabled"), "Set whether a user is asked for a second factor", mfa,
            .json(MFAEnabledBody.resource, changes: .credentials, gives: MFAEnabledBody.resource.shape) { turn, body in
                let user = try await turn.user()
                try await turn.services.identities.users.setMFAEnabled(body.isEnabled, of: user.id, in: turn.realm.id, by: turn.actor)
                return json(body.json, "mfaEnabled", user, turn)
            }),
    ]

    private static let bypass: [PlatformRoute] = [
        .get(.api("users/{userID}/bypassMFA"), "Until when a user may pass without a second factor", read, gives: BypassBody.resource.shape)
        {
            turn in
            let user = try await turn.user()
            return bypassJSON(user, turn)
        },
        .put(
            .api("users/{userID}/bypassMFA"), "Let a user pass without a second factor for a while", change,
            .json(BypassBody.resource, changes: .administration, gives: BypassBody.resource.shape) { turn, body in
                let user = try await turn.user()
                let now = turn.services.time.now
                if let end = body.end, end <= now { throw ShapeError(.invalid, at: "bypassMFAEnabledUntil", "it is in the future") }
                try await turn.services.identities.users.setMFABypass(until: body.end, of: user.id, in: turn.realm.id, by: turn.actor)
                return bypassJSON(try await turn.user(), turn)
            }),
    ]

    /// Both members are absent when no bypass is in force.
    private static func bypassJSON(_ user: User, _ turn: PlatformTurn) -> JSONObject {
        let isInForce = user.bypassesMFA(at: turn.services.time.now)
        let body = BypassBody(end: isInForce ? user.bypassesMFAUntil : nil, isInForce: isInForce ? true : nil)
        return json(body.json, "bypassMFA", user, turn)
    }

    private static func json(_ json: JSONObject, _ name: String, _ user: User, _ turn: PlatformTurn) -> JSONObject {
        let id = user.id.text
        return turn.resource(json, at: turn.url("users/\(id)/\(name)"), links: [("user", turn.url("users/\(id)"))])
    }
}

private struct EnabledBody: Shaped {
    var isEnabled = false
    static let shapeName = "UserEnabled"
    static let members: [Member<Self>] = [Member("enabled", \.isEnabled, .flag, .required)]
    static let resource = Form<Self>.resource(.object)
}

private struct MFAEnabledBody: Shaped {
    var isEnabled = false
    static let shapeName = "UserMFAEnabled"
    static let members: [Member<Self>] = [Member("mfaEnabled", \.isEnabled, .flag, .required)]
    static let resource = Form<Self>.resource(.object)
}

private struct PopulationBody: Shaped {
    var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    static let shapeName = "UserPopulation"
    static let members: [Member<Self>] = [Member("id", \.id, .id, .required)]
    static let resource = Form<Self>.resource(.object)
}

private struct BypassBody: Shaped {
    var end: Date?
    var isInForce: Bool?
    static let shapeName = "UserBypassMFA"
    static let members: [Member<Self>] = [
        Member("bypassMFAEnabledUntil", optional: \.end, .time), Member(told: "bypassMFAEnabled", .flag) { $0.isInForce },
    ]
    static let resource = Form<Self>.resource(.object)
}
