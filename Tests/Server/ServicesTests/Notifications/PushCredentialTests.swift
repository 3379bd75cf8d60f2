import Foundation
import Primitives
import Foundations
import Store
import Testing
import Messaging
import Services
import Directory

@Suite("Push credentials")
struct PushCredentialTests {
    @Test("each kind is kept, found and read back whole", arguments: PushCredential.Kind.allCases)
    func kept(_ kind: PushCredential.Kind) async throws {
        let harness = try await DomainHarness()
        let (credentials, realm) = (harness.domain.messaging.pushCredentials, harness.realm.id)
        let json: JSONObject =
            switch kind {
            case .apns: PushFixtures.apns
            case .legacyFCM: PushFixtures.legacyFCM
            case .fcm: PushFixtures.fcm
            case .hms: PushFixtures.hms
            }
        let made = try await credentials.create(PushCredential.Content(stored: json), of: "app", in: realm)
        #expect(made.kind == kind && made.created == harness.time.now && made.updated == made.created)
        let found = try await harness.anotherNode().messaging.pushCredentials.credential(made.id, of: "app", in: realm)
        #expect(found == made)
        #expect(try await credentials.credential(made.id, of: "other", in: realm) == nil)
        await harness.close()
    }

    @Test("those of a type that nothing is sent by are refused with the reason", arguments: [PushFixtures.legacyFCM, PushFixtures.hms])
    func idle(_ json: JSONObject) throws {
        let error = #expect(throws: PushCredentialError.self) { try PushCredential.Content(json: json) }
        #expect(error?.code == .invalid && error?.member == "type" && error?.reason.isEmpty == false)
    }

    @Test("what is stored says nothing of the secrets")
    func sealed() async throws {
        let harness = try await DomainHarness()
        _ = try await harness.domain.messaging.pushCredentials.create(
            PushCredential.Content(stored: PushFixtures.hms), of: "app", in: harness.realm.id)
        try await AuditLog.seal(harness.database)
        let stored = try await harness.database.read { transaction in
            let content = try transaction.rows("SELECT content FROM push_credentials").map { try $0.blob("content") }
            return (content, try transaction.rows("SELECT details FROM audit_event").map { try $0.optionalText("details") ?? "" })
        }
        #expect(stored.0.count == 1 && !String(decoding: stored.0[0], as: UTF8.self).contains("hms-s3cret"))
        #expect(stored.1.contains { $0.contains("push credentials created") } && !stored.1.contains { $0.contains("hms-s3cret") })
        await harness.close()
    }

    @Test("they are replaced and taken away, by their own application only")
    func changed() async throws {
        let harness = try await DomainHarness()
        let (credentials, realm) = (harness.domain.messaging.pushCredentials, harness.realm.id)
        let made = try await credentials.create(PushCredential.Content(json: PushFixtures.apns), of: "app", in: realm)
        harness.time.advance(by: 60)
        let hms = try PushCredential.Content(stored: PushFixtures.hms)
        await #expect(throws: PushCredentialError(.unknown, "")) { try await credentials.replace(made.id, by: hms, of: "other", in: realm) }
        await #expect(throws: PushCredentialError(.unknown, "")) { try await credentials.delete(made.id, of: "other", in: realm) }
        await #expect(throws: PushCredentialError(.unknown, "")) { try await credentials.delete(made.id, of: "app", in: UUID()) }
        let replaced = try await credentials.replace(made.id, by: hms, of: "app", in: realm)
        #expect(replaced.kind == .hms && replaced.created == made.created && replaced.updated == harness.time.now)
        #expect(try await credentials.all(of: "app", in: realm) == [replaced])
        try await credentials.delete(made.id, of: "app", in: realm)
        #expect(try await credentials.all(of: "app", in: realm).isEmpty)
        await harness.close()
    }

    @Test("the newest is first; there is a limit; they go with their application")
    func several() async throws {
        let harness = try await DomainHarness()
        let (credentials, realm) = (harness.domain.messaging.pushCredentials, harness.realm.id)
        try await harness.domain.directory.applications.create(
            Application(id: "app", realm: realm, settings: ApplicationSettings(), secret: nil))
        var ids: [UUID] = []
        for _ in 0..<PushCredentials.most {
            harness.time.advance(by: 1)
            ids.insert(try await credentials.create(PushCredential.Content(stored: PushFixtures.hms), of: "app", in: realm).id, at: 0)
        }
        #expect(try await credentials.all(of: "app", in: realm).map(\.id) == ids)
        await #expect(throws: PushCredentialError(.tooMany, "")) {
            try await credentials.create(PushCredential.Content(stored: PushFixtures.hms), of: "app", in: realm)
        }
        let other = try await credentials.create(PushCredential.Content(stored: PushFixtures.hms), of: "other", in: realm)
        try await harness.domain.directory.applications.delete("app", in: realm)
        #expect(try await credentials.all(of: "app", in: realm).isEmpty)
        #expect(try await credentials.all(of: "other", in: realm) == [other])
        await harness.close()
    }

    @Test(
        "what can't be used is refused, and the member named",
        arguments: [
            ([:], .required, "type"), (["type": "PIGEON"], .invalid, "type"), (["type": 7], .invalid, "type"),
            (["type": "APNS", "key": "A", "teamId": "B"], .required, "token"),
            (["type": "APNS", "key": "A", "teamId": "B", "token": "no key"], .invalid, "token"),
            (["type": "APNS", "key": "A", "teamId": "B", "token": .string(PushFixtures.rsa)], .invalid, "token"),
            (["type": "APNS", "key": "A/B", "teamId": "B", "token": .string(PushFixtures.p8)], .invalid, "key"),
            (["type": "APNS", "key": "A", "teamId": "", "token": .string(PushFixtures.p8)], .invalid, "teamId"),
            (["type": "APNS", "key": .null, "teamId": "B", "token": .string(PushFixtures.p8)], .required, "key"),
            (["type": "FCM"], .required, "key"), (["type": "HMS", "clientId": "1"], .required, "clientSecret"),
            (["type": "HMS", "clientId": "1", "clientSecret": .string(String(repeating: "x", count: 5000))], .invalid, "clientSecret"),
            (["type": "FCM_HTTP_V1"], .required, "googleServiceAccountCredentials"),
            (["type": "FCM_HTTP_V1", "googleServiceAccountCredentials": "{"], .invalid, "googleServiceAccountCredentials"),
            (PushFixtures.account(["type": "authorized_user"]), .invalid, "googleServiceAccountCredentials"),
            (PushFixtures.account(["private_key": .null]), .invalid, "googleServiceAccountCredentials"),
            (PushFixtures.account(["private_key": .string(PushFixtures.p8)]), .invalid, "googleServiceAccountCredentials"),
            (PushFixtures.account(["project_id": "../x"]), .invalid, "googleServiceAccountCredentials"),
            (PushFixtures.account(["token_uri": "http://oauth2.googleapis.com/token"]), .invalid, "googleServiceAccountCredentials"),
            (PushFixtures.account(["client_email": ""]), .invalid, "googleServiceAccountCredentials"),
        ] as [(JSONObject, PushCredentialError.Code, String)])
    func refused(_ json: JSONObject, _ code: PushCredentialError.Code, _ member: String) {
        do throws(PushCredentialError) {
            _ = try PushCredential.Content(json: json)
            Issue.record("it was taken")
        } catch {
            #expect(error.code == code && error.member == member)
            #expect(!error.reason.contains("PRIVATE KEY"))
        }
    }
}
