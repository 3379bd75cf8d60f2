import Crypto
public import Primitives

/// The device's side of an activation, trip by trip. Each trip is a type, so that none can be left out.
///
/// 1. ``DeviceActivation`` makes the start command; its answer gives ``EvidencedActivation``.
/// 2. That makes the evidence; its answer gives ``TermedActivation``, with the terms. Now the user chooses a PIN.
/// 3. That makes the device command from the device's keys; its answer gives ``KeyedActivation``, with the secrets.
/// 4. That makes the confirmation, and reads the last answer.
public struct DeviceActivation {
    private let user: ChannelUser
    private let blinded: BlindedPassword
    private let pair: AgreementPair
    /// The first command.
    public let command: CommandEnvelope

    /// Begins an activation.
    /// - Throws: ``CommandError``.
    public init(_ user: ChannelUser, password: ActivationPassword, random: any RandomSource) throws(CommandError) {
        self.user = user
        blinded = try BlindedPassword(password)
        pair = try AgreementPair(random: random)
        command = try CommandEnvelope(
            .init(kind: .activationStart, flags: [], flow: FlowID(random: random), step: 0, hint: .none),
            body: ActivationStart(user: user, blinded: blinded.element, ephemeral: pair.publicKey).bytes)
    }

    /// Takes the server's answer, and makes the second command.
    ///
    /// It takes some 60 ms, and 32 MiB of memory.
    /// - Parameter device: a description of the device, at most 8192 bytes.
    /// - Throws: ``CommandError/Code/password`` when the password isn't the one that the server has, or the server isn't the one that the
    ///   password is for; other codes for an answer that is none.
    public func evidence(_ answer: CommandEnvelope, device: [UInt8]) throws(CommandError) -> EvidencedActivation {
        try evidence(answer, device: device, rounds: nil)
    }

    /// The same with another cost of a try of the password, for simulations; nil for the specified one.
    package func evidence(
        _ answer: CommandEnvelope, device: [UInt8], rounds: Int?
    ) throws(CommandError) -> EvidencedActivation {
        guard answer.kind == .activationStart, answer.flow == command.flow, answer.step == 1, answer.flags == .fromServer else {
            throw CommandError(.order, "the flow waits for another command")
        }
        let body = try ActivationAnswer(answer.body)
        let output = try blinded.finish(body.evaluation, key: body.evaluationKey)
        let keys = try PasswordKeys(output, registration: body.registration, user: user, rounds: rounds ?? PasswordKeys.standardRounds)
        guard constantTimeEqual(keys.seal(body.nonce, serverKey: body.serverKey), body.seal) else {
            throw CommandError(.password, "the activation password is wrong")
        }
        let agreed = [
            try pair.agree(with: body.ephemeral), try pair.agree(with: body.serverKey),
            try keys.pair(body.nonce).agree(with: body.ephemeral),
        ]
        let session = ActivationKeys(agreed, transcript: ActivationKeys.transcript(command, body.covered))
        guard constantTimeEqual(session.serverCode, body.code) else {
            throw CommandError(.unreadable, "the answer was changed, or isn't the server's")
        }
        return try EvidencedActivation(
            Conversation(command.flow, hint: .none, chain: session.chain, step: 2, isServer: false), code: session.deviceCode,
            device: device, serverKey: body.serverKey, user: user)
    }
}

/// The device's side after the second command was made.
public struct EvidencedActivation {
    private let conversation: Conversation
    private let serverKey: [UInt8]
    private let user: ChannelUser
    /// The second command.
    public let command: CommandEnvelope

    init(
        _ conversation: Conversation, code: [UInt8], device: [UInt8], serverKey: [UInt8], user: ChannelUser
    ) throws(CommandError) {
        guard device.count <= ActivationEvidence.longestDescription else { throw CommandError(.tooLarge, "the device's description") }
        var next = conversation
        command = try next.seal(ActivationEvidence(code: code, device: device).bytes, kind: .activationEvidence)
        self.conversation = next
        self.serverKey = serverKey
        self.user = user
    }

    /// Takes the server's answer.
    /// - Throws: ``CommandError``.
    public func terms(_ answer: CommandEnvelope) throws(CommandError) -> TermedActivation {
        var next = conversation
        let terms = try ActivationTerms(bytes: try next.open(answer, kind: .activationEvidence))
        return TermedActivation(conversation: next, terms: terms, serverKey: serverKey, user: user)
    }
}

/// The device's side with the terms, before its keys are sent.
public struct TermedActivation {
    let conversation: Conversation
    /// The terms.
    public let terms: ActivationTerms
    /// The server's key for agreement, 65 bytes.
    public let serverKey: [UInt8]
    let user: ChannelUser

    /// The bytes that the device's new key has to sign, so that the server sees that the device has it.
    public var statement: [UInt8] { ActivationProof.statement(conversation) }

    /// Makes the third command.
    /// - Parameters:
    ///   - signature: the signature of ``statement`` (ES256).
    ///   - agreed: the secret that the device's agreement key and ``serverKey`` have in common.
    /// - Throws: ``CommandError``.
    public func keys(
        signingKey: [UInt8], signature: [UInt8], agreementKey: [UInt8], agreed: Secret
    ) throws(CommandError) -> SentActivation {
        var next = conversation
        let message = ActivationDevice(
            signingKey: signingKey, agreementKey: agreementKey, signature: signature, proof: ActivationProof.code(statement, agreed))
        let command = try next.seal(message.bytes, kind: .activationDevice)
        return SentActivation(conversation: next, command: command, user: user)
    }
}

/// The device's side after the third command was made.
public struct SentActivation {
    let conversation: Conversation
    /// The third command.
    public let command: CommandEnvelope
    let user: ChannelUser

    /// Takes the server's answer.
    /// - Throws: ``CommandError``.
    public func confirmed(_ answer: CommandEnvelope) throws(CommandError) -> KeyedActivation {
        var next = conversation
        let instance = try FieldReader(try next.open(answer, kind: .activationDevice), tags: 1...1).bytes(1, exactly: 16)
        return try KeyedActivation(conversation: next, instance: instance, secrets: InstanceSecrets(next, user: user, instance: instance))
    }
}

/// The device's side with the secrets of its instances.
public struct KeyedActivation {
    private let conversation: Conversation
    /// The device instance's id, 16 bytes.
    public let instance: [UInt8]
    /// The secrets.
    public let secrets: InstanceSecrets

    init(conversation: Conversation, instance: [UInt8], secrets: InstanceSecrets) {
        self.conversation = conversation
        self.instance = instance
        self.secrets = secrets
    }

    /// Makes the fourth command, and the side of the flow that waits for its answer. That side may be kept: nothing before can be computed
    /// from it.
    /// - Throws: ``CommandError``.
    public func confirmation() throws(CommandError) -> (command: CommandEnvelope, waiting: Conversation) {
        var next = conversation
        let statement = ActivationProof.confirmation(conversation)
        let message = ActivationConfirmation(
            passwordCode: secrets.password.proof(of: statement), deviceCode: secrets.device.proof(of: statement))
        return (try next.seal(message.bytes, kind: .activationConfirmation), next)
    }
}

/// The statements by which an activation's keys are proven.
enum ActivationProof {
    static func statement(_ conversation: Conversation) -> [UInt8] { Array("OC1 possession".utf8) + conversation.chain.transcript }
    static func confirmation(_ conversation: Conversation) -> [UInt8] { Array("OC1 confirmation".utf8) + conversation.chain.transcript }
    static func code(_ statement: [UInt8], _ agreed: Secret) -> [UInt8] {
        HMAC<SHA256>.authenticationCode(for: statement, using: agreed.symmetricKey).bytes
    }
}

/// The secrets that both sides have since the third trip of an activation. None of them was ever sent.
public struct InstanceSecrets: Sendable, Equatable {
    /// The root of every flow's keys.
    public let root: Secret
    /// The secret that the PIN is to protect.
    public let password: InstanceSecret
    /// The secret that the device alone protects.
    public let device: InstanceSecret

    init(root: Secret, password: InstanceSecret, device: InstanceSecret) {
        self.root = root
        self.password = password
        self.device = device
    }

    init(_ conversation: Conversation, user: ChannelUser, instance: [UInt8]) throws(CommandError) {
        root = conversation.export("root")
        password = try InstanceSecret(conversation.export("password instance"), user: user, instance: instance)
        device = try InstanceSecret(conversation.export("device instance"), user: user, instance: instance)
    }
}
