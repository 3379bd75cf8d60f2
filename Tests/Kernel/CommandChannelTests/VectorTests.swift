@testable import CommandChannel
import Foundation
import Primitives
import TestVectors
import Testing

/// What a program in another language computes from the specification is what this module computes.
@Suite("Vectors of the command channel")
struct VectorTests {
    private let vectors: [String: [String]]
    private let user: ChannelUser
    private let instance = Array(UInt8(16)..<32)
    private let root = Secret(bytes: UInt8(0)..<32)
    private let secret: InstanceSecret

    init() throws {
        let text = String(decoding: try TestVectors.data("command-channel/channel.txt"), as: UTF8.self)
        vectors = Dictionary(
            uniqueKeysWithValues: text.split(separator: "\n").map { line in
                let words = line.split(separator: " ").map(String.init)
                return (words[0], Array(words.dropFirst()))
            })
        user = try ChannelUser("tom", domain: "bank")
        secret = try InstanceSecret(Secret(bytes: UInt8(64)..<96), user: user, instance: instance)
    }

    private func text(_ name: String) throws -> String { try #require(vectors[name]?.first) }

    private static func pair(_ number: UInt8) throws -> AgreementPair {
        try AgreementPair(privateKey: Secret(bytes: [UInt8](repeating: 0, count: 31) + [number]))
    }

    private func flow(_ first: UInt8) throws -> FlowID { try #require(FlowID(first..<(first + 16))) }

    @Test("a request, its answer and outcome, bit for bit")
    func request() throws {
        let request = try RemoteRequest(
            sequence: 5, session: "s-1", id: "r-1", method: .password, deadline: Parties.now + 60,
            display: DisplayData([.init("To", "ACME LTD"), .init("Amount", "12.50 EUR")]), additional: AdditionalData())
        let (e, f, agreement) = (try Self.pair(44), try Self.pair(55), try Self.pair(22))
        var server = Conversation(try flow(100), instance: instance, root: root, isServer: true)
        let command = try server.seal(
            request.bytes, kind: .remoteTransaction, ephemeral: e.publicKey, agreed: try e.agree(with: agreement.publicKey))
        #expect(try command.text == text("request"))
        let answer = try CommandEnvelope(text("answer"))
        #expect(answer.ephemeral == f.publicKey)
        let body = try server.open(answer, kind: .remoteTransaction, agreed: try e.agree(with: f.publicKey))
        let read = try RemoteAnswer(bytes: body, kind: .remoteTransaction, instance: instance)
        let statement = AnswerStatement(
            kind: .remoteTransaction, decision: .approve, method: .password, instance: instance, request: request.bytes, time: Parties.now)
        #expect(read.statement == statement && read.proof == secret.proof(of: statement.bytes))
        #expect(DeviceSignature.verify(read.signature, of: statement.bytes, key: try Self.pair(33).publicKey))
        #expect(try server.seal(FlowOutcome(.accepted).bytes, kind: .remoteTransaction).text == text("outcome"))
    }

    @Test("a change of the PIN, bit for bit, and its new secret")
    func change() throws {
        let (e, server, id) = (try Self.pair(44), try Self.pair(11), try flow(120))
        var device = Conversation(id, instance: instance, root: root, isServer: false)
        let message = DeviceCommand.passwordChange(
            sequence: 9, application: 2, proof: secret.proof(of: PasswordChange.first(id, instance: instance, application: 2)))
        let command = try device.seal(
            message.bytes, kind: .passwordChange, ephemeral: e.publicKey, agreed: try e.agree(with: server.publicKey))
        #expect(try command.text == text("change"))
        let reply = try device.open(try CommandEnvelope(text("changed")), kind: .passwordChange)
        #expect(try FlowOutcome(bytes: reply) == FlowOutcome(.accepted))
        let renewed = PasswordChange.renewed(secret, in: device)
        #expect(try renewed.bytes.withBytes { Hexadecimal.encode($0) } == text("renewed"))
        let proof = renewed.proof(of: PasswordChange.second(id, instance: instance))
        #expect(try device.seal(PasswordChange.body(proof: proof), kind: .passwordChange).text == text("last"))
    }

    @Test("codes of a secret's applications")
    func codes() throws {
        func key(_ index: Int) -> ApplicationKey { secret.key(of: CryptographicApplication.usual[index - 1]) }
        #expect(try key(2).code(at: Parties.now).code == text("otp"))
        let answered = try key(3).code(challenge: "A7K3P9QX", at: Parties.now)
        #expect([answered.code, answered.hostCode ?? ""] == vectors["answered"])
        let signed = try key(4).signature(of: try TransactionFields(["GB33", "12.50", ""]), at: Parties.now)
        #expect([signed.code, signed.hostCode ?? ""] == vectors["signed"])
    }

    @Test("an activation, from the value of the password's function on")
    func activation() throws {
        let (id, nonce) = (Array(UInt8(200)..<216), Array(UInt8(0)..<32))
        let (e, f, server) = (try Self.pair(44), try Self.pair(55), try Self.pair(11))
        let keys = try PasswordKeys(Secret(bytes: UInt8(0)..<48), registration: id, user: user, rounds: PasswordKeys.standardRounds)
        #expect(try Hexadecimal.encode(keys.pair(nonce).publicKey) == text("userkey"))
        #expect(try Hexadecimal.encode(keys.seal(nonce, serverKey: server.publicKey)) == text("seal"))
        let start = try CommandEnvelope(text("start"))
        #expect(try ActivationStart(start.body).user == user)
        let covered = try #require(try Hexadecimal.decode(text("covered")))
        let agreed = [
            try e.agree(with: f.publicKey), try e.agree(with: server.publicKey), try keys.pair(nonce).agree(with: f.publicKey),
        ]
        let session = ActivationKeys(agreed, transcript: ActivationKeys.transcript(start, covered))
        #expect(try Hexadecimal.encode(session.serverCode) == text("servercode"))
        var device = Conversation(try flow(0), hint: .none, chain: session.chain, step: 2, isServer: false)
        let evidence = ActivationEvidence(code: session.deviceCode, device: Array("{}".utf8))
        #expect(try device.seal(evidence.bytes, kind: .activationEvidence).text == text("evidence"))
    }
}
