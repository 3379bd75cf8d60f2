import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import DeviceRegistry
import Directory

/// `/users/{userID}/pairingKeys` (`docs/protocols/platform.md` 2.6).
enum PairingKeyResource {
    private static let base = "users/{userID}/pairingKeys"

    static let routes: [PlatformRoute] = [
        .post(
            .api(base), "Make a pairing key", .owner(.changeIdentities, scope: "p1:create:pairingKey"),
            .json(NewPairingKey.form, .created, changes: .credentials, gives: shape) { turn, body in
                let user = try await turn.user()
                let key = try await PlatformError.limiting {
                    try await turn.services.factors.pairingKeys.create(
                        for: user.id, applications: body.applications, policy: body.policy, in: turn.realm)
                }
                return json(key, turn, showing: key.code)
            }),
        .get(.api(base + "/{pairingKeyID}"), "Read a pairing key", .owner(.readIdentities, scope: "p1:read:pairingKey"), gives: shape) {
            turn in
            let (user, id) = (try await turn.user(), try turn.id("pairingKeyID"))
            guard let key = try await turn.services.factors.pairingKeys.key(id, of: user.id, in: turn.realm) else {
                throw PlatformError.notFound
            }
            return json(key, turn, showing: mayPair(user, turn.caller) ? key.code : nil)
        }.reading(.secret),
        .delete(
            .api(base + "/{pairingKeyID}"), "Take a pairing key back", .owner(.changeIdentities, scope: "p1:delete:pairingKey"),
            changes: .credentials
        ) { turn in
            let (user, id) = (try await turn.user(), try turn.id("pairingKeyID"))
            guard try await turn.services.factors.pairingKeys.delete(id, of: user.id, in: turn.realm) else { throw PlatformError.notFound }
        },
    ]

    /// Whether the caller may have the code, by which its holder makes a device the user's.
    private static func mayPair(_ user: User, _ caller: PlatformCaller) -> Bool {
        caller.user == user.id || caller.privileges.covers(Privileges(of: user).union(Privileges(scopes: ["p1:create:pairingKey"])))
    }

    private static func json(_ key: PairingKey, _ turn: PlatformTurn, showing code: Secret?) -> JSONObject {
        let time = Form<Date>.time
        let (id, user) = (key.id.text, key.user.text)
        var json: JSONObject = ["id": .string(id), "status": .string(key.status.rawValue), "user": ["id": .string(user)]]
        json["code"] = code.map { .string($0.reveal()) }
        json["applications"] = .array(key.applications.map { ["id": .string($0)] })
        json["error"] = key.failure.map { ["code": "PAIRING_FAILED", "message": .string($0)] }
        json["createdAt"] = time.write(key.created)
        json["updatedAt"] = time.write(key.updated)
        json["expiresAt"] = time.write(key.expires)
        return turn.resource(json, at: turn.url("users/\(user)/pairingKeys/\(id)"), links: [("user", turn.url("users/\(user)"))])
    }

    private static let shape = PlatformShape.told(
        "PairingKey",
        [
            ("code", PlatformShape.text), ("status", .choice(["UNCLAIMED", "CLAIMED", "FAILED"])),
            ("applications", .list(.open, count: 0...64)), ("user", PlatformShape.reference), ("error", .open),
            ("createdAt", PlatformShape.time), ("updatedAt", PlatformShape.time), ("expiresAt", PlatformShape.time),
        ])
}

private struct NewPairingKey: Shaped {
    var applications: [String] = []
    var policy: UUID?
    static let shapeName = "NewPairingKey"
    static let members: [Member<Self>] = [
        Member("applications", \.applications, .set(.reference(to: .text(1...128), named: "ApplicationReference"), count: 0...64)),
        Member("policy", optional: \.policy, .reference),
    ]
}
