package import Primitives
import Store
import Foundations
import Directory
import SignIn
import Services
import Sessions

/// Policies for a bank: below `/bank/transfer/` each access is approved, `/bank/account` needs level 2, `/bank/vault` both, and
/// `/bank/open` nothing but a session.
package enum BankingPolicies {
    package static let name = "banking"

    /// Stores policies and journeys in `/alpha`, and makes an administrator.
    /// - Returns: the token of a session of theirs.
    package static func install(on server: TestServer, administrator: String) async throws -> Secret {
        let domain = server.domain
        guard let alpha = RealmPath("/alpha") else { throw DomainError(.invalid, "alpha") }
        var realm = try await domain.directory.realms.realm(at: alpha)
        for journey in journeys {
            try await domain.signIn.journeys.save(journey, named: journey["name"]?.string ?? "", in: realm.id)
        }
        try await domain.signIn.policies.save(try PolicySet(json: policies), in: realm.id)
        realm.settings[SessionSettings.self].journeysByLevel = ["2": "Stronger"]
        try await domain.directory.realms.update(realm)
        let user = try await domain.directory.users.create(administrator, in: realm.id)
        try await domain.directory.users.setAdministrator(true, user.id, in: realm.id)
        return try await domain.platform.database.write { [realm] transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction).1
        }
    }

    private static let policies: JSONValue = [
        "name": .string(name),
        "policies": [
            "transfer": [
                "resources": [.string(ProtectedServer.name + "/bank/transfer/*")], "actions": ["POST": true, "GET": true],
                "condition": ["transaction": "Approve"],
            ],
            "account": [
                "resources": [.string(ProtectedServer.name + "/bank/account")], "actions": ["GET": true], "condition": ["authLevel": 2],
            ],
            "vault": [
                "resources": [.string(ProtectedServer.name + "/bank/vault")], "actions": ["GET": true],
                "condition": ["authLevel": 2, "transaction": "Approve"],
            ],
            "open": ["resources": [.string(ProtectedServer.name + "/bank/open")], "actions": ["GET": true]],
        ],
    ]

    private static let journeys: [JSONValue] = [
        [
            "name": "Approve", "transactionalOnly": true, "start": "password",
            "nodes": [
                "password": ["password": [:], "next": "check"],
                "check": ["dataStoreDecision": [:], "true": "success", "false": "failure"],
            ],
        ],
        [
            "name": "Stronger", "start": "password",
            "nodes": [
                "password": ["password": [:], "next": "check"], "check": ["dataStoreDecision": [:], "true": "raise", "false": "failure"],
                "raise": ["modifyAuthLevel": ["authLevelIncrement": 2], "next": "success"],
            ],
        ],
    ]
}
