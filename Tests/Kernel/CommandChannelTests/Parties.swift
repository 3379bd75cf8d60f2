import CommandChannel
import Crypto
import Foundation
import Primitives

/// A device and its server, both of the kernel alone.
struct Parties {
    static let now = Date(timeIntervalSince1970: 1_767_225_600)
    /// The cost of a try of a password; the specified one is that of `VectorTests` and of the phone's own tests.
    static let rounds = 16

    let random: SeededRandom
    let keys: ActivationServerKeys
    let user: ChannelUser
    let password: ActivationPassword
    var registration: ActivationRegistration
    let signing: P256.Signing.PrivateKey
    let agreement: AgreementPair
    let terms: ActivationTerms

    init(seed: UInt64 = 1, strength: ActivationPassword.Strength = .short) throws {
        random = SeededRandom(seed: seed)
        keys = ActivationServerKeys(pair: try AgreementPair(random: random), root: Secret(bytes: random.bytes(32)), rounds: Self.rounds)
        user = try ChannelUser("tom", domain: "bank")
        password = ActivationPassword(strength, random: random)
        registration = try ActivationRegistration(
            user, password: password, keys: keys, expires: Self.now.addingTimeInterval(900), random: random)
        signing = try P256.Signing.PrivateKey(rawRepresentation: random.bytes(32))
        agreement = try AgreementPair(random: random)
        terms = try ActivationTerms(serial: "GTH0000001", time: Self.now)
    }

    /// The commands of an activation as they travel, and what comes of it.
    struct Activated {
        var commands: [CommandEnvelope]
        var instance: ServerInstance
        var secrets: InstanceSecrets
        var id: [UInt8]
    }

    /// The device's third trip.
    func sendKeys(_ termed: TermedActivation) throws -> SentActivation {
        try termed.keys(
            signingKey: Array(signing.publicKey.x963Representation),
            signature: Array(signing.signature(for: termed.statement).rawRepresentation), agreementKey: agreement.publicKey,
            agreed: try agreement.agree(with: termed.serverKey))
    }

    mutating func activate(_ typed: ActivationPassword? = nil) throws -> Activated {
        let start = try DeviceActivation(user, password: typed ?? password, random: random)
        var (first, server) = try registration.answer(start.command, keys: keys, at: Self.now, random: random)
        let evidence = try start.evidence(first, device: Array("{}".utf8), rounds: Self.rounds)
        server = try ServerActivation(record: server.record)
        let second = try server.takeEvidence(evidence.command, terms: terms).reply
        let sent = try sendKeys(try evidence.terms(second))
        server = try ServerActivation(record: server.record)
        let third = try server.takeKeys(sent.command, keys: keys, random: random)
        let keyed = try sent.confirmed(third)
        var (command, waiting) = try keyed.confirmation()
        server = try ServerActivation(record: server.record)
        let (fourth, instance) = try server.takeConfirmation(command, at: Self.now)
        _ = try waiting.open(fourth, kind: .activationConfirmation)
        return Activated(
            commands: [start.command, first, evidence.command, second, sent.command, third, command, fourth],
            instance: try ServerInstance(record: instance.record), secrets: keyed.secrets, id: keyed.instance)
    }

    /// A device's side of a flow that it begins.
    func begin(
        _ message: DeviceCommand, _ activated: Activated
    ) throws -> (command: CommandEnvelope, conversation: Conversation) {
        let pair = try AgreementPair(random: random)
        var conversation = Conversation(FlowID(random: random), instance: activated.id, root: activated.secrets.root, isServer: false)
        let command = try conversation.seal(
            message.bytes, kind: message.kind, ephemeral: pair.publicKey, agreed: try pair.agree(with: keys.pair.publicKey))
        return (command, conversation)
    }

    /// Opens a request on the device.
    func read(_ command: CommandEnvelope, _ activated: Activated) throws -> (request: RemoteRequest, conversation: Conversation) {
        var conversation = Conversation(command.flow, instance: activated.id, root: activated.secrets.root, isServer: false)
        let agreed = try agreement.agree(with: command.ephemeral ?? [])
        return (try RemoteRequest(bytes: try conversation.open(command, kind: command.kind, agreed: agreed)), conversation)
    }

    /// Answers a request on the device.
    func answer(
        _ command: CommandEnvelope, _ conversation: inout Conversation, _ activated: Activated, decision: Decision = .approve,
        method: AuthenticationMethod = .password, request: [UInt8], secret: InstanceSecret? = nil, isFirst: Bool = true
    ) throws -> CommandEnvelope {
        let statement = AnswerStatement(
            kind: command.kind, decision: decision, method: method, instance: activated.id, request: request, time: Self.now)
        let secret = secret ?? (method.usesPIN ? activated.secrets.password : activated.secrets.device)
        let signature = Array(try signing.signature(for: statement.bytes).rawRepresentation)
        let answer = RemoteAnswer(statement, proof: secret.proof(of: statement.bytes), signature: signature)
        guard isFirst else { return try conversation.seal(answer.bytes, kind: command.kind) }
        let pair = try AgreementPair(random: random)
        return try conversation.seal(
            answer.bytes, kind: command.kind, ephemeral: pair.publicKey, agreed: try pair.agree(with: command.ephemeral ?? []))
    }

    /// Begins a request for a device.
    func request(
        _ activated: inout Activated, kind: CommandKind = .remoteTransaction, method: AuthenticationMethod = .password
    ) throws -> (command: CommandEnvelope, session: RemoteSession) {
        try RemoteSession.begin(
            kind, for: &activated.instance, session: "s-1", id: "r-1", method: method, deadline: Self.now.addingTimeInterval(60),
            display: try DisplayData([.init("To", "ACME LTD"), .init("Amount", "12.50 EUR")]),
            additional: try AdditionalData([.init("rid", [1, 2])]), random: random)
    }
}

/// The code of the error that some work throws.
func code(_ body: () throws -> Void) -> CommandError.Code? {
    do { try body() } catch { return (error as? CommandError)?.code }
    return nil
}

extension CommandEnvelope {
    /// The command with one bit of its bytes turned; nil when that is no command any more.
    func turned(_ bit: Int) -> CommandEnvelope? {
        var bytes = bytes
        bytes[bit / 8] ^= 1 << (bit % 8)
        return try? CommandEnvelope(bytes: bytes)
    }
}
