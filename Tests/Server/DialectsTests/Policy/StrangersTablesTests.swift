import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import RealmHTTP
import Store
import Testing

import Directory
import Foundations
import Services
import Verifications
import Wallets

@Suite("Policy: strangers fill no table without declared bounds")
struct StrangersTablesTests {
    private func counts(_ server: ServerHarness) async throws -> [String: Int64] {
        let rules = Schema.features.flatMap(\.tables)
        return try await server.domain.platform.database.read { transaction in
            var counts: [String: Int64] = [:]
            for rule in rules {
                counts["\(rule.table)"] = try transaction.row(.joined(["SELECT COUNT(*) AS count FROM", rule.table]))?.int("count")
            }
            return counts
        }
    }

    private var bounded: Set<String> {
        Set(
            Schema.features.flatMap(\.tables).compactMap { rule in
                if case .byStrangers = rule.filling { "\(rule.table)" } else { nil }
            })
    }

    @Test("each route, asked without any proof, fills none but those that say within which bounds")
    func everyRoute() async throws {
        let server = try await ServerHarness()
        var realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        realm.settings[WalletSettings.self].wallets = true
        realm.settings[VerificationSettings.self].verification = true
        try await server.domain.directory.realms.update(realm)
        _ = try await server.domain.wallets.configuration(at: WalletSite(realm, address: "http://127.0.0.1:8080"))
        _ = try await server.domain.verifications.keys(at: VerificationSite(realm, address: "http://127.0.0.1:8080"))
        // The server makes a realm's keys by itself, once, when they are first asked for.
        for realm in try await server.domain.directory.realms.all() { _ = try await server.domain.directory.keys.keys(of: realm.id) }
        let before = try await counts(server)
        let values = [
            "environmentID": realm.id.text, "signalsID": realm.id.text, "tenantID": realm.id.text, "accountID": realm.id.text,
            "realm": realm.id.text, "walletRealm": realm.id.text, "verifyRealm": realm.id.text, "type": "alpha_user", "realmName": "alpha",
        ]
        let form = "client_id=app&response_type=code&redirect_uri=https%3A%2F%2Fapp.example.com%2F&scope=openid&username=demo&password=x"
        for route in server.frontDoor.table.routes {
            let path = try #require(route.path.examples(realms: ["/realms/alpha"], value: { values[$0] ?? "x" }).first)
            for (type, body) in [("application/json", "{}"), ("application/x-www-form-urlencoded", form), ("text/plain", "x")] {
                let headers: HTTPFields = [.contentType: type, .acceptAPIVersion: "protocol=1.0"]
                _ = try await server.send(
                    route.method, path + (route.isSafe ? "?" + form : ""), headers: headers, body: route.isSafe ? nil : body)
            }
        }
        try await check(since: before, server)
    }

    @Test("a wrong password, a registration half done and a reset for nobody neither")
    func journeys() async throws {
        let server = try await ServerHarness()
        let before = try await counts(server)
        for journey in ["Login", "Registration", "ResetPassword", "ForgottenUsername"] {
            var step = try await server.start(journey)
            for _ in 0..<4 where step["authId"] != nil {
                step = try await server.authenticate(step.answering(["demo", "wrong", "x", "x", "x"])).json
            }
        }
        #expect(try await server.signIn(password: "wrong").json["tokenId"] == nil)
        try await check(since: before, server)
    }

    private func check(since before: [String: Int64], _ server: ServerHarness) async throws {
        let after = try await counts(server)
        let grown = after.filter { $0.value > before[$0.key] ?? 0 }.keys
        #expect(!grown.isEmpty)
        for table in grown { #expect(bounded.contains(table), "\(table) is filled by strangers, and says no bounds") }
    }
}
