import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing

import DeviceRegistry
import Directory
import Foundations
import MultiFactor
import Services

/// How an approval may be wrong, and what is answered to it.
enum WrongDecision: String, CaseIterable, CustomTestStringConvertible {
    case expired, noProof, foreignKey, foreignDevice, foreignInstallation, unpaired, blocked, wrongNumber, noNumber, wrongNonce,
        wrongPairing
    case wrongDocument, wrongRealm, stolenKey, otherMethod, otherBody, otherURL, wrongClock, cancelled, inactiveUser, silent

    var testDescription: String { rawValue }

    var refusal: (status: Int, number: Int) {
        switch self {
        case .expired: (410, 10_009)
        case .noProof, .foreignKey, .stolenKey, .otherMethod, .otherBody, .otherURL: (401, 10_017)
        case .foreignDevice, .wrongPairing: (403, 10_023)
        case .foreignInstallation, .wrongRealm, .unpaired: (410, 10_008)
        case .blocked, .wrongNumber, .noNumber, .inactiveUser: (403, 10_012)
        case .wrongNonce, .wrongDocument: (409, 10_003)
        case .wrongClock: (400, 10_003)
        case .cancelled: (410, 10_020)
        case .silent: (400, 10_000)
        }
    }
}

@Suite("Each approval with one thing wrong is refused")
struct DecisionPolicyTests {
    @Test("with the documented error, and nothing is approved", arguments: WrongDecision.allCases)
    func refused(_ wrong: WrongDecision) async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let started = try await server.start()
        let push = try await phone.push()
        let decision = try await phone.decision(.approve, push, number: started.numberToShow)
        let answer = try await Attempt(server, phone, started, push, decision).make(wrong)
        let error = try #require(DeviceError(json: answer.json), Comment(rawValue: answer.text))
        #expect(answer.status.code == wrong.refusal.status && error.documentedNumber == wrong.refusal.number, "\(error)")
        #expect(try await server.state(started).status != .completed)
    }
}

/// One attempt to approve.
private struct Attempt {
    let server: DeviceServer
    let phone: TestPhone
    let started: DeviceAuthentication
    let push: PushStatement
    let decision: ChallengeDecision

    init(
        _ server: DeviceServer, _ phone: TestPhone, _ started: DeviceAuthentication, _ push: PushStatement, _ decision: ChallengeDecision
    ) {
        self.server = server
        self.phone = phone
        self.started = started
        self.push = push
        self.decision = decision
    }

    private var path: String { "/challenges/\(push.challenge)/decision" }

    private func send(
        _ change: (inout ChallengeDecision) -> Void = { _ in }, proof: TestPhone.Proof = .init()
    ) async throws -> ServerResponse {
        var decision = decision
        change(&decision)
        return try await phone.call(.post, path, decision.json, wrong: proof)
    }

    func make(_ wrong: WrongDecision) async throws -> ServerResponse {
        let domain = server.domain
        switch wrong {
        case .expired:
            server.time.advance(by: 41)
            return try await send()
        case .noProof:
            return try await server.server.send(
                .post, "/device/v1/\(server.issuer.realm)\(path)", headers: [.contentType: "application/json"], body: decision.json.text)
        case .foreignKey:
            return try await send(proof: .init(signedBy: try await server.pairedPhone(9, with: try await server.addUser("x")).signing))
        case .foreignDevice:
            let other = try await server.pairedPhone(2, with: try await server.addUser("other"))
            return try await other.call(.post, path, decision.json)
        case .foreignInstallation: return try await send(proof: .init(installation: String(repeating: "A", count: 43)))
        case .unpaired:
            _ = try await domain.deviceRegistry.devices.remove(
                try UUID(uuidString: phone.pairing).unwrapped(), of: server.user.id, in: server.realm)
            return try await send()
        case .blocked:
            _ = try await domain.deviceRegistry.devices.setBlocked(
                true, try UUID(uuidString: phone.pairing).unwrapped(), of: server.user.id, in: server.realm)
            return try await send()
        case .wrongNumber: return try await send { $0.number = $0.number == 10 ? 11 : 10 }
        case .noNumber: return try await send { $0.number = nil }
        case .wrongNonce: return try await send { $0.nonce = "AAAAAAAAAAAAAAAAAAAAAA" }
        case .wrongPairing: return try await send { $0.pairing = UUID().uuidString.lowercased() }
        case .wrongDocument: return try await send { $0.shown = ChallengeDocument.hash(of: Array("something else".utf8)) }
        case .wrongRealm:
            let root = try await domain.directory.realms.realm(at: .root).id.uuidString.lowercased()
            let elsewhere = "\(server.issuer.base)/device/v1/\(root)\(path)"
            return try await phone.call(.post, path, decision.json, to: elsewhere)
        case .stolenKey:
            let (old, answer) = try await phone.rotate()
            guard answer.status == .noContent else { throw DomainError(.invalid, answer.text) }
            // The first request that is proved with the new key ends the old one.
            _ = try await phone.call(.get, "/installation")
            return try await send(proof: .init(signedBy: old))
        case .otherMethod: return try await send(proof: .init(method: "PUT"))
        case .otherBody: return try await send(proof: .init(body: "{}"))
        case .otherURL: return try await send(proof: .init(url: server.issuer.url("/installation")))
        case .wrongClock: return try await send(proof: .init(shift: 301))
        case .cancelled:
            _ = try await domain.multiFactor.deviceAuthentications.cancelPush(
                in: started.id, from: "::1", in: server.realm, issuer: server.issuer)
            return try await send()
        case .inactiveUser:
            try await domain.directory.users.setStatus(.inactive, of: server.user.id, in: server.realm.id)
            return try await send()
        case .silent:
            let answer = ChallengeAcknowledgement(nonce: push.nonce, pairing: phone.pairing)
            return try await phone.call(.post, "/challenges/\(push.challenge)/acknowledgement", answer.json)
        }
    }
}
