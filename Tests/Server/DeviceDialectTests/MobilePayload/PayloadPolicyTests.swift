import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import JOSE
import OAuthMessages
import Primitives
import Store
import Testing

import DeviceRegistry
import Directory
import Foundations
import MultiFactor
import DevicePolicies
import Services

@Suite("Mobile payloads: the policy matrix")
struct PayloadPolicyTests {
    /// What is wrong with a payload.
    enum Wrong: CaseIterable {
        case used, expired, early, foreignKey, foreignInstallation, foreignClient, foreignServer, foreignRealm, longLived, nonsense, empty

        func payload(_ phone: TestPhone, _ server: SignOnServer) async throws -> String {
            switch self {
            case .used:
                let payload = try phone.payload()
                _ = try await server.begin(Browser(server.server), payload: payload)
                return payload
            case .expired:
                let payload = try phone.payload()
                server.devices.time.advance(by: 151)
                return payload
            case .early:
                return try phone.payload {
                    $0.issuedAt += 301; $0.expires += 301
                }
            case .foreignKey: return try phone.payload(signedBy: try JWK.generate(.p256, random: phone.random))
            case .foreignInstallation:
                let thief = try TestPhone(server.devices, seed: 9)
                return try thief.payload { $0.installation = phone.id }
            case .foreignClient: return try phone.payload(client: "other-app")
            case .foreignServer: return try phone.payload { $0.audience = $0.audience.replacing("127.0.0.1", with: "elsewhere") }
            case .foreignRealm:
                let root = try await server.domain.directory.realms.realm(at: .root)
                return try phone.payload {
                    $0.audience = $0.audience.replacing(server.devices.issuer.realm, with: root.id.uuidString.lowercased())
                }
            case .longLived: return try phone.payload { $0.expires += 1 }
            case .nonsense: return "eyJ4Ijoi.e30.AAAA"
            case .empty: return ""
            }
        }
    }

    @Test(
        "a payload that isn't good is refused on every way, and nobody is sent to sign in", arguments: Wrong.allCases,
        SignOnServer.Way.allCases)
    func refused(_ wrong: Wrong, _ way: SignOnServer.Way) async throws {
        let server = try await SignOnServer()
        let phone = try await server.devices.pairedPhone()
        let payload = try await wrong.payload(phone, server)
        let answer = try await server.begin(Browser(server.server), payload: payload, way)
        let error = way == .pushed ? answer.json["error"]?.string : OpenIDHarness.parameter("error", of: answer)
        #expect(error == "invalid_request", "\(answer.text) \(answer.headers)")
    }

    @Test("the platform's own route refuses the same", arguments: Wrong.allCases)
    func refusedDirectly(_ wrong: Wrong) async throws {
        let server = try await SignOnServer()
        let phone = try await server.devices.pairedPhone()
        let payload = try await wrong.payload(phone, server)
        await #expect(throws: SecondFactorError.self) {
            try await server.devices.start {
                $0.mobilePayload = payload
                $0.application = DeviceServer.application
            }
        }
    }

    @Test("of many requests with one payload one is taken", arguments: [SignOnServer.Way.query, .pushed])
    func concurrently(_ way: SignOnServer.Way) async throws {
        let server = try await SignOnServer()
        let payload = try await server.devices.pairedPhone().payload()
        let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask { try await server.begin(Browser(server.server), payload: payload, way).status == .ok }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 1)
    }

    @Test("a key that was rotated away signs no payload any more")
    func rotated() async throws {
        let server = try await SignOnServer()
        let phone = try await server.devices.pairedPhone()
        let (old, _) = try await phone.rotate()
        _ = try await phone.call(.get, "/installation")
        let stolen = try phone.payload(wrong: { $0.key = try old.publicKey.unwrapped() }, signedBy: old)
        let answer = try await server.begin(Browser(server.server), payload: stolen)
        #expect(OpenIDHarness.parameter("error", of: answer) == "invalid_request")
    }

    @Test("the payload of one user's device authorizes nobody else, and offers a pairing to whoever signs in, on that device alone")
    func otherUser() async throws {
        let server = try await SignOnServer()
        _ = try await server.addUser("kim")
        let phone = try await server.devices.pairedPhone()
        let claims = try #require(try await server.signIn(payload: try phone.payload(), user: "kim"))
        let offer = try #require(server.offer(claims))
        let thief = try TestPhone(server.devices, seed: 4)
        #expect(try await thief.begin(ticket: offer.ticket).status == .notFound)
        #expect(try await phone.begin(ticket: offer.ticket).status == .created)
        let user = try #require(phone.grant?.user)
        #expect(user.username == "kim")
    }

    @Test("a payload counts in its own request and application alone")
    func otherClient() async throws {
        let server = try await SignOnServer()
        try await server.addClient("other-app")
        try await server.assign("Other", to: "other-app")
        let phone = try await server.devices.pairedPhone()
        let browser = Browser(server.server)
        try await server.begin(browser, payload: try phone.payload())
        let reference = try #require(
            browser.target.removingPercentEncoding?.removingPercentEncoding?.firstMatch(of: /mobile_payload_reference=([^&]*)/)?.1)
        #expect(!browser.target.contains("mobilePayload%3D"))
        // The reference in a request of another application.
        let other = Browser(server.server)
        try await server.begin(other, client: "other-app", more: [("mobile_payload_reference", String(reference))])
        _ = try await server.enterPassword(other)
        #expect(other.cookies["iPlanetDirectoryPro"] == nil && other.page?.text.contains("there") == true)
        // It has not been used up by that.
        #expect(try await server.claims(try await server.enterPassword(browser)) != nil)
    }

    @Test("what a sign-in was offered goes to its own grant: not to another request of the session, nor twice")
    func grant() async throws {
        let server = try await SignOnServer()
        let phone = try TestPhone(server.devices, seed: 1)
        let browser = Browser(server.server)
        try await server.begin(browser, payload: try phone.payload())
        let reference = try #require(
            browser.target.removingPercentEncoding?.removingPercentEncoding?.firstMatch(of: /mobile_payload_reference=([^&]*)/)?.1)
        let first = try await server.enterPassword(browser)
        let more = [("mobile_payload_reference", String(reference))]
        let second = try await server.begin(browser, more: more)
        #expect(server.offer(try await server.claims(second)) == nil)
        #expect(server.offer(try await server.claims(first)) != nil)
        // A reference of somebody else's sign-in is worth nothing in this session.
        let third = Browser(server.server)
        try await server.begin(third, payload: try phone.payload())
        let others = try #require(
            third.target.removingPercentEncoding?.removingPercentEncoding?.firstMatch(of: /mobile_payload_reference=([^&]*)/)?.1)
        #expect(
            server.offer(try await server.claims(try await server.begin(browser, more: [("mobile_payload_reference", String(others))])))
                == nil)
    }

    @Test("a reference pushed by a client, made up or empty, counts for nothing", arguments: ["", "AAAAAAAAAAAAAAAAAAAAAA", "x y"])
    func madeUp(_ text: String) async throws {
        let server = try await SignOnServer()
        _ = try await server.devices.pairedPhone()
        for way in SignOnServer.Way.allCases {
            let browser = Browser(server.server)
            try await server.begin(browser, way, more: [("mobile_payload_reference", text)])
            try await server.enterPassword(browser)
            #expect(browser.cookies["iPlanetDirectoryPro"] == nil)
        }
    }

    @Test("a sign-in that takes too long, or is begun anew, has no payload")
    func late() async throws {
        let server = try await SignOnServer()
        let phone = try await server.devices.pairedPhone()
        let browser = Browser(server.server)
        try await server.begin(browser, payload: try phone.payload())
        // The payload itself is long over; what it showed waits.
        server.devices.time.advance(by: 240)
        #expect(try await server.claims(try await server.enterPassword(browser)) != nil)
        let second = Browser(server.server)
        try await server.begin(second, payload: try phone.payload())
        let page = second.target
        server.devices.time.advance(by: 1801)
        try await second.open(page)
        try await server.enterPassword(second)
        #expect(second.cookies["iPlanetDirectoryPro"] == nil)
    }

    @Test(
        "a ticket is for its installation, its application and its five minutes",
        arguments: ["installation", "application", "late", "deactivated"])
    func ticket(_ wrong: String) async throws {
        let server = try await SignOnServer()
        let phone = try TestPhone(server.devices, seed: 1)
        let offer = try #require(server.offer(try await server.signIn(payload: try phone.payload())))
        var sender = phone
        var app = DeviceServer.app
        switch wrong {
        case "installation": sender = try TestPhone(server.devices, seed: 2)
        case "application": app = AppDescription(id: "org.example.other", version: "1.0")
        case "late": server.devices.time.advance(by: 301)
        default: try await server.domain.directory.users.setStatus(.inactive, of: server.devices.user.id, in: server.realm.id)
        }
        #expect(try await sender.begin(ticket: offer.ticket, app: app).status != .created)
        #expect(try await server.domain.deviceRegistry.devices.devices(of: server.devices.user.id, in: server.realm.id).isEmpty)
    }

    @Test("neither payload nor reference nor ticket is in the audit log or the database's text")
    func secrets() async throws {
        let server = try await SignOnServer()
        let phone = try TestPhone(server.devices, seed: 1)
        let browser = Browser(server.server)
        try await server.begin(browser, payload: try phone.payload())
        let reference = try #require(
            browser.target.removingPercentEncoding?.removingPercentEncoding?.firstMatch(of: /mobile_payload_reference=([^&]*)/)?.1)
        let rows = try await server.domain.platform.database.read { try $0.rows("SELECT * FROM mobile_payloads").map { try $0.text("id") } }
        #expect(rows.count == 1 && rows.first != String(reference))
        #expect(try await server.claims(try await server.enterPassword(browser)) != nil)
    }
}
