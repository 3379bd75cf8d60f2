import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Store
import Testing

import DevicePolicies
import Services
import Directory
import MultiFactor

/// The ways in which a device lets its user in.
enum DeviceDecision: String, CaseIterable, CustomTestStringConvertible {
    case approval, acknowledgement
    /// A silent push that stays unanswered, where the policy lets that pass.
    case silence
    /// A mobile payload alone, and one where a push would be asked but can't be sent.
    case payload, unreachable
    /// A passcode that is asked for, one in the place of a push, and one that comes with the order.
    case passcode, passcodeForPush, passcodeAtOnce
    /// A code that is scanned and approved, and one whose scanning is enough.
    case scanAndApproval, scan

    var testDescription: String { rawValue }

    /// What the policy must say for it, besides the integrity.
    func adjust(_ rules: inout MobileApplicationRules) {
        rules.push = .init()
        rules.push?.numberMatching = .init(false)
        rules.deviceAuthorization = .init()
        rules.deviceAuthorization?.isEnabled = true
        switch self {
        case .acknowledgement: rules.deviceAuthorization?.extraVerification = .restrictive
        case .silence, .unreachable: rules.deviceAuthorization?.extraVerification = .permissive
        default: break
        }
    }

    var needsPush: Bool { self != .passcode && self != .unreachable }

    /// Makes the decision; true when it lets the user in.
    func make(by phone: TestPhone, at server: DeviceServer) async throws -> Bool {
        switch self {
        case .approval:
            let started = try await server.start()
            let push = try await phone.push()
            _ = try await phone.decide(try await phone.decision(.approve, push), push.challenge)
            return try await isCompleted(started, server)
        case .acknowledgement:
            let started = try await startWithPayload(of: phone, server)
            let push = try await phone.push()
            let answer = ChallengeAcknowledgement(nonce: push.nonce, pairing: phone.pairing)
            _ = try await phone.call(.post, "/challenges/\(push.challenge)/acknowledgement", answer.json)
            return try await isCompleted(started, server)
        case .silence:
            let started = try await startWithPayload(of: phone, server)
            server.time.advance(by: 41)
            return try await isCompleted(started, server)
        case .payload, .unreachable: return try await isCompleted(try await startWithPayload(of: phone, server), server)
        case .passcode, .passcodeForPush:
            let started = try await server.start()
            return try await letting { try await check(try phone.passcode(), of: started, server).status == .completed }
        case .passcodeAtOnce:
            return try await letting {
                let code = Secret(try phone.passcode())
                return try await server.start { $0.passcode = code }.status == .completed
            }
        case .scanAndApproval: return try await scan(phone, server, needsApproval: true)
        case .scan: return try await scan(phone, server, needsApproval: false)
        }
    }

    private func isCompleted(_ started: DeviceAuthentication, _ server: DeviceServer) async throws -> Bool {
        try await server.state(started).status == .completed
    }

    private func startWithPayload(of phone: TestPhone, _ server: DeviceServer) async throws -> DeviceAuthentication {
        let text = try phone.payload()
        return try await server.start { order in
            order.mobilePayload = text
            order.application = DeviceServer.application
        }
    }

    private func check(
        _ code: String, of started: DeviceAuthentication, _ server: DeviceServer
    ) async throws -> DeviceAuthentication {
        try await server.domain.multiFactor.deviceAuthentications.check(
            Secret(code), of: started.id, from: "192.0.2.7", in: server.realm, issuer: server.issuer
        ).authentication
    }

    private func letting(_ body: () async throws -> Bool) async throws -> Bool {
        do { return try await body() } catch let error as SecondFactorError where error.code == .untrustedDevice { return false }
    }

    private func scan(_ phone: TestPhone, _ server: DeviceServer, needsApproval: Bool) async throws -> Bool {
        var realm = server.realm
        realm.settings[AuthenticatorSettings.self].completesCodesOnScan = true
        try await server.domain.directory.realms.update(realm)
        var order = AuthenticationCodes.Order(application: DeviceServer.application)
        order.needsApproval = needsApproval
        let code = try await server.domain.multiFactor.authenticationCodes.create(order, in: realm)
        let path = "/authentication-codes/\(code.code)"
        let claim = try AuthenticationCodeClaim(json: try await phone.call(.post, path + "/claim").json)
        if needsApproval {
            let decision = AuthenticationCodeDecision(.approve, user: server.user.id.text, nonce: try claim.nonce.unwrapped())
            _ = try await phone.call(.post, path + "/decision", decision.json)
        }
        return try await server.domain.multiFactor.authenticationCodes.code(code.id, in: realm)?.status(at: server.time.now) == .completed
    }
}
