import DeviceIntegrity
import DeviceFoundation
import DeviceMessages
import Foundation
import IntegrityTesting
import MFA
import PlatformTesting
import Primitives
import ServerTesting
import Store
import Testing
import DeviceRegistry
import Directory
import Foundations
import MultiFactor
import DevicePolicies
import Services

@Suite("Device integrity, from the phone to the server", .timeLimit(.minutes(10)))
struct IntegrityTests {
    private static let team = "ABCDE12345"
    private let time = ManualTime()
    private let apple: PretendAppAttest
    private let google = PretendPlayIntegrity()

    init() throws { apple = try PretendAppAttest(at: time.now) }

    private func run(
        _ enforcement: MobileApplicationRules.Enforcement, extra: MobileApplicationRules.Enforcement? = nil,
        excluding platforms: [IntegrityDetection.Platform]? = nil, adjust: (inout IntegrityDetection) -> Void = { _ in },
        _ body: (PlatformServer) async throws -> Void
    ) async throws {
        let root = try apple.rootPEM
        try await PlatformServer.run(time: time) { settings in
            settings.packageName = "org.example.android"
            var detection = IntegrityDetection()
            detection.mode = .enabled
            detection.cacheDuration = TimeSpan(5, .minutes)
            detection.excludedPlatforms = platforms
            var attest = IntegrityDetection.AppAttest()
            (attest.team, attest.trustedRoots) = (Self.team, root)
            detection.appAttest = attest
            var play = IntegrityDetection.GooglePlay()
            play.verification = .internal
            (play.decryptionKey, play.verificationKey) = google.keys
            detection.googlePlay = play
            adjust(&detection)
            settings.integrityDetection = detection
        } rules: { rules in
            rules.integrityDetection = enforcement
            rules.push = .init()
            rules.push?.numberMatching = .init(false)
            guard let extra else { return }
            rules.deviceAuthorization = .init()
            rules.deviceAuthorization?.isEnabled = true
            rules.deviceAuthorization?.extraVerification = extra
        } _: { server in
            try await body(server)
        }
    }

    private var attest: SoftwareAppAttest { SoftwareAppAttest(apple, appID: "\(Self.team).\(PlatformServer.bundle)") }

    private func phone(
        _ server: PlatformServer, _ integrity: (any IntegrityProvider)?, android: Bool = false
    ) async throws -> MFADevice {
        let phone = try await server.phone { configuration in
            configuration.integrity = integrity
            guard android else { return }
            configuration.app = AppDescription(id: "org.example.android", version: "1.0")
            configuration.device = DeviceDescription(platform: "ANDROID")
        }
        _ = try await phone.pair(with: try await server.pairingAddress())
        return phone
    }

    /// The user is asked, and approves.
    private func approve(_ server: PlatformServer, _ phone: MFADevice) async throws {
        let started = try await server.authenticate()
        var requests = phone.notifications.makeAsyncIterator()
        var request = try #require(try await requests.next())
        // Requests that were refused before still wait.
        while request.id != started.challenge?.id { request = try #require(try await requests.next()) }
        try await request.approve(method: .face)
        #expect(try await server.state(of: started).status == .completed)
    }

    private func state(_ server: PlatformServer) async throws -> IntegrityRules.State? {
        let domain = server.server.domain
        let device = try await domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id).first
        return try await domain.deviceRegistry.integrity.state(of: device?.installation ?? "", in: server.realm.id)
    }

    @Test("restrictive: an attested key approves, within the cache's time without another word, and after it with an assertion")
    func attested() async throws {
        try await run(.restrictive) { server in
            let attest = attest
            let phone = try await phone(server, attest)
            try await approve(server, phone)
            try await approve(server, phone)
            #expect(await attest.made == ["attestation"])
            #expect(try await state(server)?.isGood == true)
            time.advance(by: 301)
            try await approve(server, phone)
            #expect(await attest.made == ["attestation", "assertion"])
        }
    }

    @Test(
        "restrictive: a phone that has nothing to show, or a key of the development environment, is refused; permissive: it is written down"
    )
    func refused() async throws {
        let cases: [(environment: String, team: String, failure: String)] = [
            ("appattestdevelop", Self.team, "wrongEnvironment"), ("appattest\0\0\0\0\0\0\0", "OTHER", "wrongApp"),
        ]
        for known in cases {
            for enforcement in MobileApplicationRules.Enforcement.allCases {
                try await run(enforcement) { server in
                    let provider = SoftwareAppAttest(
                        apple, appID: "\(known.team).\(PlatformServer.bundle)", environment: known.environment)
                    let phone = try await phone(server, provider)
                    if enforcement == .permissive {
                        try await approve(server, phone)
                    } else {
                        await #expect(throws: MFA.MFAError(.policy, "")) { try await approve(server, phone) }
                    }
                    #expect(try await state(server)?.failure == known.failure)
                }
            }
        }
        try await run(.restrictive) { server in
            let phone = try await phone(server, nil)
            await #expect(throws: MFA.MFAError(.policy, "")) { try await approve(server, phone) }
            #expect(try await state(server) == nil)
        }
        try await run(.permissive) { server in try await approve(server, try await phone(server, nil)) }
    }

    @Test("allowDevelopment: a key of the development environment is as good, where the application says so")
    func development() async throws {
        try await run(.restrictive, adjust: { $0.appAttest?.allowsDevelopment = true }) { server in
            let provider = SoftwareAppAttest(
                apple, appID: "\(Self.team).\(PlatformServer.bundle)", environment: "appattestdevelop")
            try await approve(server, try await phone(server, provider))
        }
    }

    @Test("mode: where the application's is DISABLED no evidence is looked at")
    func disabled() async throws {
        try await run(.restrictive, adjust: { $0.mode = .disabled }) { server in
            let phone = try await phone(server, attest)
            await #expect(throws: MFA.MFAError(.policy, "")) { try await approve(server, phone) }
            #expect(try await state(server)?.isGood != true)
        }
        try await run(.permissive, adjust: { $0.mode = .disabled }) { server in try await approve(server, try await phone(server, attest)) }
    }

    @Test("a bad verdict takes the place of a good one, though the approval that brought it is refused")
    func revoked() async throws {
        try await run(.restrictive) { server in
            let phone = try await phone(server, attest)
            try await approve(server, phone)
            let started = try await server.authenticate()
            var requests = phone.notifications.makeAsyncIterator()
            let request = try #require(try await requests.next())
            #expect(request.id == started.challenge?.id && request.document.integrity == nil)
            let domain = server.server.domain
            let device = try #require(try await domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id).first)
            let id = try #require(device.installation)
            let nonce = try await domain.deviceRegistry.installations.nonce(for: .integrity, of: id, in: server.realm).value
            let forged = IntegrityEvidence(.apple, token: "AAAA", nonce: nonce, key: "AAAA")
            await #expect(throws: MFA.MFAError(.policy, "")) { try await request.approve(methods: [.face], integrity: forged) }
            #expect(try await state(server)?.failure == "malformed")
        }
    }

    @Test("evidence is good once: said again it shows nothing, and the decision that it came with still counts")
    func repeated() async throws {
        try await run(.restrictive) { server in
            let attest = attest
            let phone = try await phone(server, attest)
            let started = try await server.authenticate()
            var requests = phone.notifications.makeAsyncIterator()
            let request = try #require(try await requests.next())
            let domain = server.server.domain
            let device = try #require(try await domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id).first)
            let id = try #require(device.installation)
            let nonce = try await domain.deviceRegistry.installations.nonce(for: .integrity, of: id, in: server.realm).value
            let evidence = try await attest.evidence(for: IntegrityEvidence.request(nonce: nonce, installation: id), nonce: nonce)
            for _ in 0..<2 { try await request.approve(methods: [.face], integrity: evidence) }
            #expect(try await server.state(of: started).status == .completed)
            time.advance(by: 301)
            let second = try await server.authenticate()
            var next = try #require(try await requests.next())
            while next.id != second.challenge?.id { next = try #require(try await requests.next()) }
            await #expect(throws: MFA.MFAError(.policy, "")) { try await next.approve(methods: [.face], integrity: evidence) }
        }
    }

    @Test("a key that the server doesn't know any more is attested anew, once")
    func forgotten() async throws {
        try await run(.restrictive) { server in
            let attest = attest
            let phone = try await phone(server, attest)
            try await approve(server, phone)
            time.advance(by: 301)
            _ = try await server.server.domain.platform.database.write { try $0.execute("DELETE FROM app_attest_keys") }
            try await approve(server, phone)
            #expect(await attest.made == ["attestation", "assertion", "attestation"])
        }
    }

    @Test("Play Integrity: a sound device approves, another doesn't")
    func play() async throws {
        try await run(.restrictive) { server in
            try await approve(server, try await phone(server, SoftwarePlayIntegrity(service: google, time: time), android: true))
            #expect(try await state(server)?.isGood == true)
        }
        try await run(.restrictive) { server in
            let spoiled = SoftwarePlayIntegrity(service: google, time: time) { verdict in
                verdict["deviceIntegrity"] = ["deviceRecognitionVerdict": ["MEETS_BASIC_INTEGRITY"]]
            }
            let phone = try await phone(server, spoiled, android: true)
            await #expect(throws: MFA.MFAError(.policy, "")) { try await approve(server, phone) }
            #expect(try await state(server)?.failure == "unsoundDevice")
        }
    }

    @Test("a platform that the application excludes has nothing to show")
    func excluded() async throws {
        try await run(.restrictive, excluding: [.apple]) { server in
            try await approve(server, try await phone(server, nil))
            let android = try await server.phone { $0.app = AppDescription(id: "org.example.android", version: "1.0") }
            let other = try await server.addUser("kim")
            _ = try await android.pair(with: try await server.pairingAddress(for: other))
            let started = try await server.authenticate { $0.user = other.id }
            var requests = android.notifications.makeAsyncIterator()
            let request = try #require(try await requests.next())
            #expect(request.id == started.challenge?.id)
            await #expect(throws: MFA.MFAError(.policy, "")) { try await request.approve(method: .face) }
        }
    }

    @Test("a silent push is answered with evidence", arguments: [true, false])
    func silent(_ hasEvidence: Bool) async throws {
        try await run(.restrictive, extra: .restrictive) { server in
            let phone = try await phone(server, hasEvidence ? attest : nil)
            let listening = Task { for try await _ in phone.events {} }
            defer { listening.cancel() }
            let text = try await phone.mobilePayload()
            let started = try await server.authenticate { order in
                order.mobilePayload = text
                order.application = PlatformServer.application
            }
            guard hasEvidence else {
                try await Task.sleep(for: .milliseconds(500))
                #expect(try await server.state(of: started).status == .pushRequired)
                return
            }
            while try await server.state(of: started).status == .pushRequired { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try await server.state(of: started).status == .completed)
        }
    }

    @Test("restrictive: a scanned code is approved with evidence; before a passcode, the phone shows it when it asks how it stands")
    func withoutPush() async throws {
        for hasEvidence in [true, false] {
            try await run(.restrictive) { server in
                let phone = try await phone(server, hasEvidence ? attest : nil)
                let domain = server.server.domain
                let code = try await domain.multiFactor.authenticationCodes.create(
                    .init(application: PlatformServer.application), in: server.realm)
                let request = try await phone.authenticate(code: code.code)
                if hasEvidence {
                    #expect(try await request.approve(user: server.user.id.text) == .completed)
                } else {
                    await #expect(throws: MFA.MFAError(.policy, "")) { try await request.approve(user: server.user.id.text) }
                }
                time.advance(by: 301)
                _ = try await phone.info()
                #expect(try await state(server)?.isGood == (hasEvidence ? true : nil))
            }
        }
    }

    @Test("what a phone notices about itself is told, and never satisfies a restrictive policy")
    func tampering() async throws {
        try await run(.restrictive) { server in
            let phone = try await server.phone { $0.device.tampering = TamperReport(score: 0, findings: []) }
            _ = try await phone.pair(with: try await server.pairingAddress())
            await #expect(throws: MFA.MFAError(.policy, "")) { try await approve(server, phone) }
            let domain = server.server.domain
            let device = try #require(try await domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id).first)
            let known = try await domain.deviceRegistry.installations.installation(device.installation ?? "", in: server.realm.id)
            #expect(known?.device.tampering == TamperReport(score: 0, findings: []))
        }
    }
}
