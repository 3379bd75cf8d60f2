@testable import DeviceHTTP
import DeviceMessages
import DialectTesting
import Foundation
import Foundations
@testable import HTTPBase
import HTTPTypes
import Primitives
import RealmHTTP
import Store
import Testing

import Services
import Directory
import DevicePolicies
import MultiFactor
@testable import PlatformDialect

/// What is known of a device's integrity when it decides.
enum ShownIntegrity: String, CaseIterable, CustomTestStringConvertible {
    case nothing, good, outdated, bad

    var testDescription: String { rawValue }

    func write(of installation: String, at server: DeviceServer) async throws {
        guard self != .nothing else { return }
        let (realm, now) = (server.realm.id, server.time.now)
        let until = now.addingTimeInterval(self == .good ? 3600 : -1)
        _ = try await server.domain.platform.database.write { [self] transaction in
            try transaction.execute(
                "INSERT INTO integrity_verdicts (realm, installation, is_good, checked, good_until, reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                realm, installation, self != .bad, now, until, self == .bad ? "unsoundDevice" : nil)
        }
    }
}

/// What the policy asks of a device's integrity.
enum IntegrityDemand: String, CaseIterable, CustomTestStringConvertible {
    case none, permissive, restrictive
    /// Restrictive, for a platform that the application leaves out.
    case excluded

    var testDescription: String { rawValue }

    var enforcement: MobileApplicationRules.Enforcement? {
        switch self {
        case .none: nil
        case .permissive: .permissive
        case .restrictive, .excluded: .restrictive
        }
    }
}

@Suite("A device's integrity is looked at whichever way it decides")
struct IntegrityMatrixTests {
    private func phone(_ decision: DeviceDecision, _ demand: IntegrityDemand) async throws -> (TestPhone, DeviceServer) {
        let server = try await DeviceServer { settings in
            var detection = IntegrityDetection()
            detection.mode = .enabled
            if demand == .excluded { detection.excludedPlatforms = [.apple] }
            settings.integrityDetection = detection
        } rules: { rules in
            decision.adjust(&rules)
            rules.integrityDetection = demand.enforcement
        }
        return (try await server.pairedPhone(push: decision.needsPush ? .builtIn : nil), server)
    }

    @Test("restrictive: only a good verdict of late lets it in", arguments: DeviceDecision.allCases, IntegrityDemand.allCases)
    func decided(_ decision: DeviceDecision, _ demand: IntegrityDemand) async throws {
        for shown in ShownIntegrity.allCases {
            let (phone, server) = try await phone(decision, demand)
            try await shown.write(of: phone.id, at: server)
            let isIn = try await decision.make(by: phone, at: server)
            #expect(isIn == (demand != .restrictive || shown == .good), "\(shown)")
        }
    }

    @Test("a refused passcode is neither used up nor counted")
    func kept() async throws {
        let (phone, server) = try await phone(.passcode, .restrictive)
        for _ in 0..<5 { #expect(try await !DeviceDecision.passcode.make(by: phone, at: server)) }
        try await ShownIntegrity.good.write(of: phone.id, at: server)
        #expect(try await DeviceDecision.passcode.make(by: phone, at: server))
    }

    @Test("a device is told that its integrity is wanted, when it claims a code and when it reads about itself")
    func told() async throws {
        for (shown, wanted) in [(ShownIntegrity.nothing, ChallengeDocument.Integrity.restrictive), (.good, nil)] {
            let (phone, server) = try await phone(.scanAndApproval, .restrictive)
            try await shown.write(of: phone.id, at: server)
            let report = try InstallationReport(json: try await phone.call(.get, "/installation").json)
            let code = try await server.domain.multiFactor.authenticationCodes.create(
                .init(application: DeviceServer.application), in: server.realm)
            let claimed = try await phone.call(.post, "/authentication-codes/\(code.code)/claim")
            #expect(report.integrity == wanted)
            #expect(try AuthenticationCodeClaim(json: claimed.json).integrity == wanted)
        }
    }

    // MARK: - Routes

    /// Every route by which a device, or somebody with its passcode, speaks: the decisions that it takes; none for one that lets nobody in.
    private static let routes: [String: [DeviceDecision]] = [
        "POST challenges/{id}/decision": [.approval],
        "POST challenges/{id}/acknowledgement": [.acknowledgement, .silence],
        "POST authentication-codes/{code}/claim": [.scan],
        "POST authentication-codes/{code}/decision": [.scanAndApproval],
        "GET challenges/{id}": [], "GET jwks": [], "GET time": [], "GET installation": [], "PATCH installation": [],
        "POST installation/keys": [], "POST nonces": [], "POST logs": [], "GET push": [], "POST test-push": [],
        "POST push/subscriptions": [], "DELETE push/subscriptions/{id}": [],
        // A pairing makes a device; nobody is let in by it.
        "POST pairings": [], "POST migrations": [], "POST pairings/{id}/confirmation": [], "DELETE pairings/{id}": [],
        "POST deviceAuthentications": [.payload, .unreachable, .passcodeAtOnce],
        "GET deviceAuthentications/{deviceAuthenticationID}": [],
        "POST deviceAuthentications/{deviceAuthenticationID} otp.check": [.passcode, .passcodeForPush],
        "POST deviceAuthentications/{deviceAuthenticationID} device.select": [],
        "POST deviceAuthentications/{deviceAuthenticationID} cancel.push.authentication": [],
        // A passkey is no installation.
        "POST deviceAuthentications/{deviceAuthenticationID} assertion.check": [],
        "POST authenticationCodes": [], "GET authenticationCodes/{authenticationCodeID}": [],
        "DELETE authenticationCodes/{authenticationCodeID}": [],
        // The older product has a rule of its own, root detection (`PayloadPolicyTests`).
        "POST pingid/sessions": [], "POST pingid/selections": [], "POST pingid/acknowledgements": [], "POST pingid/tokens": [],
        "POST pingid/tokens/selection": [], "POST pingid/tokens/status": [], "POST pingid/root-detection": [], "POST pingid/push": [],
        "POST pingid/idp-step": [], "POST pingid/logs": [],
    ]

    @Test("each route says which decisions it takes, so that a new one is in the matrix")
    func declared() async throws {
        let server = try await ServerHarness()
        let device = server.frontDoor.table.routes.filter { $0.path.description.hasPrefix(DeviceReader.path + "/") }.map { route in
            "\(route.method.rawValue) \(route.path.description.split(separator: "/").dropFirst(3).joined(separator: "/"))"
        }
        let platform = (DeviceAuthenticationResource.routes + PlatformCodeResource.routes).flatMap { route in
            route.actions.map { action in
                let path = route.path.description.split(separator: "/").dropFirst().joined(separator: "/")
                let name = action.mediaType.flatMap { $0 == "application/json" ? nil : Self.name(of: $0) }
                return "\(route.method.rawValue) \(path)\(name.map { " " + $0 } ?? "")"
            }
        }
        #expect(Set(device + platform) == Set(Self.routes.keys))
        #expect(Set(Self.routes.values.joined()) == Set(DeviceDecision.allCases))
    }

    /// The action's name in `application/vnd.pingidentity.otp.check+json`.
    private static func name(of mediaType: String) -> String {
        mediaType.replacing("application/vnd.pingidentity.", with: "").replacing("+json", with: "")
    }
}
