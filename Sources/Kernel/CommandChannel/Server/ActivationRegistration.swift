import Crypto
import CryptoExtras
public import Foundation
public import Primitives

/// The server's keys for activations. Neither is kept in its database.
public struct ActivationServerKeys: Sendable {
    /// The key by which devices know the server.
    public let pair: AgreementPair
    /// The secret from which each registration's key of evaluation is derived.
    public let root: Secret
    /// The cost of a try of a password.
    let rounds: Int

    /// Makes the keys of their members.
    public init(pair: AgreementPair, root: Secret) { self.init(pair: pair, root: root, rounds: nil) }

    /// Makes keys whose passwords cost less to try, for simulations; nil for the specified cost.
    package init(pair: AgreementPair, root: Secret, rounds: Int?) {
        self.pair = pair
        self.root = root
        self.rounds = rounds ?? PasswordKeys.standardRounds
    }
}

/// The server's record of a registration that waits for its device.
///
/// The password isn't in it, and nothing in it can be compared with a guess without ``ActivationServerKeys/root``.
public struct ActivationRegistration: Sendable, Equatable {
    /// The id, 16 bytes.
    public let id: [UInt8]
    /// The user who is to be activated.
    public let user: ChannelUser
    /// The number of starts that are still answered. Each lets a device try one password.
    public private(set) var attemptsLeft: Int
    /// The end of the registration.
    public let expires: Date
    private let nonce: [UInt8]
    private let seal: [UInt8]
    private let userKey: [UInt8]

    /// Makes a registration for a password, which is forgotten afterwards. It takes some 60 ms.
    /// - Parameters:
    ///   - attempts: the number of starts that are answered, 1 to 255.
    /// - Throws: ``CommandError/Code/key``.
    public init(
        _ user: ChannelUser, password: ActivationPassword, keys: ActivationServerKeys, attempts: Int = 5, expires: Date,
        random: any RandomSource
    ) throws(CommandError) {
        let (id, nonce) = (random.bytes(16), random.bytes(32))
        let evaluation = try BlindEvaluation.key(keys.root, registration: id)
        guard let output = password.canonical.withBytes({ try? evaluation.evaluate(Data($0)) }) else {
            throw CommandError(.invalid, "the password can't be evaluated")
        }
        let secret = try PasswordKeys(Secret(bytes: output), registration: id, user: user, rounds: keys.rounds)
        self.id = id
        self.user = user
        self.nonce = nonce
        self.expires = expires
        attemptsLeft = min(max(attempts, 1), 255)
        seal = secret.seal(nonce, serverKey: keys.pair.publicKey)
        userKey = try secret.pair(nonce).publicKey
    }

    /// A registration that no device can finish, for a user who has none: its answers look like those of a true one, and it is the same
    /// whenever it is made.
    /// - Throws: ``CommandError/Code/key``.
    public static func decoy(_ user: ChannelUser, keys: ActivationServerKeys, expires: Date) throws(CommandError) -> Self {
        let bytes = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: keys.root.symmetricKey, info: Array("OC1 decoy".utf8) + user.encoded, outputByteCount: 112
        ).withUnsafeBytes { Array($0) }
        let pair = try AgreementPair(derivedFrom: SymmetricKey(data: bytes[80...]), "OC1 decoy")
        return Self(
            id: Array(bytes[..<16]), user: user, attemptsLeft: 255, expires: expires, nonce: Array(bytes[16..<48]),
            seal: Array(bytes[48..<80]), userKey: pair.publicKey)
    }

    private init(
        id: [UInt8], user: ChannelUser, attemptsLeft: Int, expires: Date, nonce: [UInt8], seal: [UInt8], userKey: [UInt8]
    ) {
        self.id = id
        self.user = user
        self.attemptsLeft = attemptsLeft
        self.expires = expires
        self.nonce = nonce
        self.seal = seal
        self.userKey = userKey
    }

    /// The user whom a first command names, for the server to find the registration by.
    /// - Throws: ``CommandError``.
    public static func user(of command: CommandEnvelope) throws(CommandError) -> ChannelUser { try start(command).user }

    /// Answers a first command, which costs one of the attempts.
    /// - Throws: ``CommandError/Code/expired``; ``CommandError/Code/locked`` when no attempt is left; other codes for a command that is none.
    public mutating func answer(
        _ command: CommandEnvelope, keys: ActivationServerKeys, at now: Date, random: any RandomSource
    ) throws(CommandError) -> (reply: CommandEnvelope, activation: ServerActivation) {
        guard now < expires else { throw CommandError(.expired, "the registration has expired") }
        guard attemptsLeft > 0 else { throw CommandError(.locked, "the registration has no attempt left") }
        let start = try Self.start(command)
        guard start.user == user else { throw CommandError(.order, "the registration is another user's") }
        let evaluation = try BlindEvaluation.key(keys.root, registration: id)
        let pair = try AgreementPair(random: random)
        let agreed = [
            try pair.agree(with: start.ephemeral), try keys.pair.agree(with: start.ephemeral), try pair.agree(with: userKey),
        ]
        var body = ActivationAnswer(
            registration: id, evaluationKey: Array(evaluation.publicKey.oprfRepresentation),
            evaluation: try BlindEvaluation.evaluate(start.blinded, with: evaluation), nonce: nonce, serverKey: keys.pair.publicKey,
            seal: seal, ephemeral: pair.publicKey)
        attemptsLeft -= 1
        let session = ActivationKeys(agreed, transcript: ActivationKeys.transcript(command, body.covered))
        body.code = session.serverCode
        let reply = try CommandEnvelope(
            .init(kind: .activationStart, flags: .fromServer, flow: command.flow, step: 1, hint: .none), body: body.bytes)
        let conversation = Conversation(command.flow, hint: .none, chain: session.chain, step: 2, isServer: true)
        let exchange = ServerExchange(conversation, answered: command, with: reply)
        return (reply, ServerActivation(exchange, registration: id, user: user, expected: session.deviceCode))
    }

    private static func start(_ command: CommandEnvelope) throws(CommandError) -> ActivationStart {
        guard command.kind == .activationStart, command.step == 0, command.flags == [], command.hint == .none else {
            throw CommandError(.order, "the command doesn't begin an activation")
        }
        return try ActivationStart(command.body)
    }
}

extension ActivationRegistration {
    /// The registration as a record.
    public var record: [UInt8] {
        var fields = FieldWriter()
        fields.add(1, id)
        fields.add(2, text: user.name)
        fields.add(3, text: user.domain)
        fields.add(4, byte: UInt8(attemptsLeft))
        fields.add(5, number: UInt64(expires.timeIntervalSince1970.clamped))
        for (tag, value) in [nonce, seal, userKey].enumerated() { fields.add(UInt8(tag + 6), value) }
        return fields.bytes
    }

    /// Reads a record.
    /// - Throws: ``CommandError``.
    public init(record: [UInt8]) throws(CommandError) {
        let fields = try FieldReader(record, tags: 1...8)
        self.init(
            id: try fields.bytes(1, exactly: 16), user: try ChannelUser(fields, name: 2, domain: 3), attemptsLeft: Int(try fields.byte(4)),
            expires: try fields.time(5), nonce: try fields.bytes(6, exactly: 32),
            seal: try fields.bytes(7, exactly: 32), userKey: try fields.bytes(8, exactly: 65))
    }
}
