import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
import OIDC
import PlatformTesting
import Primitives
import ServerTesting
import Testing
import DevicePolicies
import Services
import Directory
import DeviceRegistry

@Suite("Signing in with a mobile payload", .timeLimit(.minutes(10)))
struct MobilePayloadTests {
    private func run(extra: MobileApplicationRules.Enforcement? = nil, _ body: (PlatformServer) async throws -> Void) async throws {
        try await PlatformServer.run(rules: { rules in
            rules.autoEnrollment = .init(true)
            rules.deviceAuthorization = .init()
            rules.deviceAuthorization?.isEnabled = true
            rules.deviceAuthorization?.extraVerification = extra
        }) { server in
            try await server.assignPolicy()
            try await body(server)
        }
    }

    @Test("enrols by the ID token, then signs in without a touch")
    func enrols() async throws {
        try await run { server in
            let phone = try await server.phone()
            let first = try await server.client().signIn(through: server.visitor(), mobilePayload: try await phone.mobilePayload())
            let token = try #require(first.idToken).reveal()
            let offer = try #require(try await phone.process(idToken: token))
            #expect(offer.subject == server.user.id.uuidString.lowercased())
            let outcome = try await offer.approve()
            #expect(outcome.pairing.user.username == "demo" && outcome.failures == [.push: nil, .passcode: nil])
            let second = try await server.client().signIn(through: server.visitor(), mobilePayload: try await phone.mobilePayload())
            #expect(try await phone.process(idToken: try #require(second.idToken).reveal()) == nil)
        }
    }

    @Test("an offer that nobody approves leaves everything as it is; another phone can't take it")
    func ignored() async throws {
        try await run { server in
            let (phone, thief) = (try await server.phone(), try await server.phone())
            let tokens = try await server.client().signIn(through: server.visitor(), mobilePayload: try await phone.mobilePayload())
            let token = try #require(tokens.idToken).reveal()
            #expect(try await phone.process(idToken: token) != nil)
            await #expect(throws: MFA.MFAError(.untrusted, "")) { try await thief.process(idToken: token) }
            #expect(try await server.server.domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id).isEmpty)
        }
    }

    @Test("with extra verification the phone answers by itself")
    func verified() async throws {
        try await run(extra: .restrictive) { server in
            let phone = try await server.phone()
            _ = try await phone.pair(with: try await server.pairingAddress())
            let listening = Task {
                for try await event in phone.events { if case .acknowledged = event { return true } }
                return false
            }
            let visitor = server.visitor { _ in try await Task.sleep(for: .milliseconds(100)) }
            let tokens = try await server.client().signIn(through: visitor, mobilePayload: try await phone.mobilePayload())
            #expect(try await listening.value)
            #expect(try await phone.process(idToken: try #require(tokens.idToken).reveal()) == nil)
        }
    }
}
