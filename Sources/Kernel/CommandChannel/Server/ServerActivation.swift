import Crypto
import CryptoExtras
public import Foundation
public import Primitives

/// The server's side of an activation, from the first answer on.
public struct ServerActivation: Sendable, Equatable {
    /// The command that the activation waits for.
    public enum Stage: Sendable, Equatable {
        /// The second, with the code that shows the password.
        case evidence([UInt8])
        /// The third, with the device's keys.
        case keys(ActivationTerms)
        /// The fourth, which makes the instance count.
        case confirmation(ServerInstance)
        /// None: the device is activated.
        case done
    }

    /// The side of the flow, by which a repeated command is answered (``ServerExchange/repeated(_:)``).
    public private(set) var exchange: ServerExchange
    /// The id of the registration that is spent by it.
    public let registration: [UInt8]
    /// The user.
    public let user: ChannelUser
    /// The command that comes next.
    public private(set) var stage: Stage

    init(_ exchange: ServerExchange, registration: [UInt8], user: ChannelUser, expected: [UInt8]) {
        self.exchange = exchange
        self.registration = registration
        self.user = user
        stage = .evidence(expected)
    }

    /// Takes the second command: the device has the password.
    /// - Returns: the answer, and what the device says of itself.
    /// - Throws: ``CommandError/Code/unreadable`` for a device that hasn't; other codes for a command that is none.
    public mutating func takeEvidence(
        _ command: CommandEnvelope, terms: ActivationTerms
    ) throws(CommandError) -> (reply: CommandEnvelope, device: [UInt8]) {
        guard case .evidence(let code) = stage else { throw Self.order }
        var next = exchange
        let message = try ActivationEvidence(try next.conversation.open(command, kind: .activationEvidence))
        guard constantTimeEqual(message.code, code) else { throw CommandError(.password, "the device hasn't shown the password") }
        let reply = try next.answer(command, terms.bytes)
        (exchange, stage) = (next, .keys(terms))
        return (reply, message.device)
    }

    /// Takes the third command: the device's keys.
    /// - Parameter attempts: the number of wrong PINs that lock the authenticator.
    /// - Throws: ``CommandError/Code/key`` for a key without its proof; other codes for a command that is none.
    public mutating func takeKeys(
        _ command: CommandEnvelope, keys: ActivationServerKeys, attempts: Int = 5, random: any RandomSource
    ) throws(CommandError) -> CommandEnvelope {
        guard case .keys(let terms) = stage else { throw Self.order }
        var next = exchange
        let statement = ActivationProof.statement(next.conversation)
        let message = try ActivationDevice(try next.conversation.open(command, kind: .activationDevice))
        let agreed = try keys.pair.agree(with: message.agreementKey)
        guard DeviceSignature.verify(message.signature, of: statement, key: message.signingKey),
            constantTimeEqual(message.proof, ActivationProof.code(statement, agreed))
        else { throw CommandError(.key, "the device doesn't show that it has its keys") }
        let id = random.bytes(16)
        var body = FieldWriter()
        body.add(1, id)
        let reply = try next.answer(command, body.bytes)
        let secrets = try InstanceSecrets(next.conversation, user: user, instance: id)
        let instance = ServerInstance(
            id: id, user: user, terms: terms, signingKey: message.signingKey, agreementKey: message.agreementKey, secrets: secrets,
            attempts: attempts)
        (exchange, stage) = (next, .confirmation(instance))
        return reply
    }

    /// Takes the fourth command: from now on the instance counts, and the registration is spent.
    /// - Throws: ``CommandError/Code/key`` for codes that aren't the instances'; other codes for a command that is none.
    public mutating func takeConfirmation(
        _ command: CommandEnvelope, at now: Date
    ) throws(CommandError) -> (reply: CommandEnvelope, instance: ServerInstance) {
        guard case .confirmation(let instance) = stage else { throw Self.order }
        var next = exchange
        let statement = ActivationProof.confirmation(next.conversation)
        let message = try ActivationConfirmation(try next.conversation.open(command, kind: .activationConfirmation))
        guard instance.passwordSecret.verify(message.passwordCode, of: statement),
            instance.deviceSecret.verify(message.deviceCode, of: statement)
        else { throw CommandError(.key, "the device hasn't the secrets of its instances") }
        let reply = try next.answer(command, UInt64(now.timeIntervalSince1970.clamped).bigEndianBytes)
        (exchange, stage) = (next, .done)
        return (reply, instance)
    }

    private static var order: CommandError { CommandError(.order, "the activation waits for another command") }
}

extension ServerActivation {
    /// The activation as a record, which holds secrets.
    public var record: [UInt8] {
        var fields = FieldWriter()
        fields.add(1, exchange.record)
        fields.add(2, registration)
        fields.add(3, text: user.name)
        fields.add(4, text: user.domain)
        let (number, content): (UInt8, [UInt8]) =
            switch stage {
            case .evidence(let code): (2, code)
            case .keys(let terms): (3, terms.bytes)
            case .confirmation(let instance): (4, instance.record)
            case .done: (5, [])
            }
        fields.add(5, byte: number)
        fields.add(6, content)
        return fields.bytes
    }

    /// Reads a record.
    /// - Throws: ``CommandError``.
    public init(record: [UInt8]) throws(CommandError) {
        let fields = try FieldReader(record, tags: 1...6)
        exchange = try ServerExchange(record: try fields.bytes(1))
        registration = try fields.bytes(2, exactly: 16)
        user = try ChannelUser(fields, name: 3, domain: 4)
        switch try fields.byte(5) {
        case 2: stage = .evidence(try fields.bytes(6, exactly: 32))
        case 3: stage = .keys(try ActivationTerms(bytes: try fields.bytes(6)))
        case 4: stage = .confirmation(try ServerInstance(record: try fields.bytes(6)))
        case 5: stage = .done
        default: throw CommandError(.malformed, "a stored activation")
        }
    }
}

/// The signatures of device keys (ES256).
enum DeviceSignature {
    static func verify(_ signature: [UInt8], of message: [UInt8], key: [UInt8]) -> Bool {
        guard let key = try? P256.Signing.PublicKey(x963Representation: key),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: message)
    }
}
