import Crypto
public import Foundation
public import Primitives

/// The server's record of an activated device.
public struct ServerInstance: Sendable, Equatable {
    /// The id, 16 bytes.
    public let id: [UInt8]
    /// The user.
    public let user: ChannelUser
    /// The terms of the activation.
    public let terms: ActivationTerms
    /// The key of the device's signatures (P-256), 65 bytes.
    public let signingKey: [UInt8]
    /// The key by which requests are sealed for the device, 65 bytes.
    public let agreementKey: [UInt8]
    /// The root of every flow's keys.
    let root: Secret
    /// The secret behind the PIN.
    private(set) var passwordSecret: InstanceSecret
    /// The secret that takes its place with the first code by it: after a change of the PIN that the server doesn't know to be finished.
    private(set) var renewedSecret: InstanceSecret?
    /// The secret that the device alone protects.
    let deviceSecret: InstanceSecret
    /// The highest number of the device's commands.
    public private(set) var received: UInt64 = 0
    /// The number of the last request that was made for the device.
    public private(set) var sent: UInt64 = 0
    /// The number of wrong PINs in a row that lock the authenticator.
    public let attempts: Int
    /// The number of tries that are left.
    public private(set) var attemptsLeft: Int
    /// The step of the clock in which a code of an application was accepted last, behind the PIN and not.
    private var steps: [UInt8: UInt64] = [:]

    /// Whether wrong PINs have locked the authenticator.
    public var isLocked: Bool { attemptsLeft == 0 }

    init(
        id: [UInt8], user: ChannelUser, terms: ActivationTerms, signingKey: [UInt8], agreementKey: [UInt8], secrets: InstanceSecrets,
        attempts: Int
    ) {
        self.id = id
        self.user = user
        self.terms = terms
        self.signingKey = signingKey
        self.agreementKey = agreementKey
        root = secrets.root
        passwordSecret = secrets.password
        deviceSecret = secrets.device
        self.attempts = min(max(attempts, 1), 99)
        attemptsLeft = self.attempts
    }

    /// The hint by which a command's instance is found.
    public var hint: KeyHint { KeyHint(instance: id) }

    /// Gives the user their tries back.
    public mutating func unlock() { attemptsLeft = attempts }

    // MARK: - Codes

    /// Judges a code of a statement by the secret behind the PIN. A wrong one costs a try.
    mutating func judge(_ proof: String, of statement: [UInt8]) -> FlowOutcome {
        guard !isLocked else { return FlowOutcome(.locked) }
        if let renewedSecret, renewedSecret.verify(proof, of: statement) {
            finishRenewal()
        } else if !passwordSecret.verify(proof, of: statement) {
            return failed()
        }
        attemptsLeft = attempts
        return FlowOutcome(.accepted)
    }

    /// Judges a code that was typed or sent by the app: a one-time password, or an answer to a challenge. Each is good once, and a wrong one
    /// costs a try.
    /// - Parameter allowsWithoutPIN: whether a code of the secret that the PIN doesn't protect is good as well.
    /// - Throws: ``CommandError/Code/invalid`` for an index that there isn't, or a challenge of the wrong form.
    public mutating func verify(
        _ code: String, application index: Int, challenge: String? = nil, allowsWithoutPIN: Bool = false, at now: Date
    ) throws(CommandError) -> FlowOutcome {
        try judge(
            code, application: index, challenge: challenge, allowsWithoutPIN: allowsWithoutPIN, at: now
        ).outcome
    }

    /// Judges a code as ``verify(_:application:challenge:allowsWithoutPIN:at:)`` does, and says the host code of a right one.
    /// - Throws: ``CommandError/Code/invalid`` for an index that there isn't, or a challenge of the wrong form.
    public mutating func judge(
        _ code: String, application index: Int, challenge: String? = nil, allowsWithoutPIN: Bool = false, at now: Date
    ) throws(CommandError) -> CodeVerdict {
        let application = try terms.application(index, challenge == nil ? [.oneTimePassword] : [.challengeResponse])
        return judge(application, allowsWithoutPIN) { key, last in
            key.verify(code, challenge: challenge, at: now, after: last)
        } hostCode: {
            try? $0.code(challenge: challenge, at: $1).hostCode
        }
    }

    /// Judges a signature of data fields.
    /// - Throws: ``CommandError/Code/invalid`` for an index that there isn't.
    public mutating func verify(
        signature: String, of fields: TransactionFields, application index: Int, allowsWithoutPIN: Bool = false, at now: Date
    ) throws(CommandError) -> FlowOutcome {
        try judge(
            signature: signature, of: fields, application: index, allowsWithoutPIN: allowsWithoutPIN, at: now
        ).outcome
    }

    /// Judges a signature as ``verify(signature:of:application:allowsWithoutPIN:at:)`` does, and says the host code of a right one.
    /// - Throws: ``CommandError/Code/invalid`` for an index that there isn't.
    public mutating func judge(
        signature: String, of fields: TransactionFields, application index: Int, allowsWithoutPIN: Bool = false, at now: Date
    ) throws(CommandError) -> CodeVerdict {
        let application = try terms.application(index, [.signature])
        return judge(application, allowsWithoutPIN) { key, last in
            key.verify(signature, of: fields, at: now, after: last)
        } hostCode: {
            try? $0.signature(of: fields, at: $1).hostCode
        }
    }

    private mutating func judge(
        _ application: CryptographicApplication, _ allowsWithoutPIN: Bool, _ step: (ApplicationKey, UInt64?) -> UInt64?,
        hostCode: (ApplicationKey, Date) -> String?
    ) -> CodeVerdict {
        guard !isLocked else { return CodeVerdict(outcome: FlowOutcome(.locked), hostCode: nil) }
        let slot = UInt8(application.index)
        let (good, found): (ApplicationKey, UInt64)
        if let key = renewedSecret?.key(of: application), let step = step(key, steps[slot]) {
            finishRenewal()
            (good, found, steps[slot]) = (key, step, step)
        } else if let step = step(passwordSecret.key(of: application), steps[slot]) {
            (good, found, steps[slot]) = (passwordSecret.key(of: application), step, step)
        } else if allowsWithoutPIN, let step = step(deviceSecret.key(of: application), steps[slot | 0x10]) {
            (good, found, steps[slot | 0x10]) = (deviceSecret.key(of: application), step, step)
        } else {
            return CodeVerdict(outcome: failed(), hostCode: nil)
        }
        attemptsLeft = attempts
        return CodeVerdict(
            outcome: FlowOutcome(.accepted), hostCode: hostCode(good, Date(timeIntervalSince1970: TimeInterval(found) * 30)))
    }

    private mutating func failed() -> FlowOutcome {
        attemptsLeft -= 1
        return isLocked ? FlowOutcome(.locked) : FlowOutcome(.wrongPassword, attemptsLeft: attemptsLeft)
    }

    private mutating func finishRenewal() {
        if let renewedSecret { passwordSecret = renewedSecret }
        renewedSecret = nil
    }

    mutating func renew(with renewal: Secret) { renewedSecret = passwordSecret.renewed(renewal) }

    // MARK: - Flows

    /// The number for the next request.
    mutating func nextNumber() -> UInt64 {
        sent += 1
        return sent
    }

    /// Opens the first command of a flow that the device begins.
    /// - Throws: ``CommandError/Code/replayed`` for a number that isn't higher than the last: a copy, or a device that was put back to an old
    ///   state; ``CommandError/Code/unreadable``.
    public mutating func receive(
        _ command: CommandEnvelope, keys: ActivationServerKeys
    ) throws(CommandError) -> (command: DeviceCommand, exchange: ServerExchange) {
        guard command.step == 0, let ephemeral = command.ephemeral else { throw CommandError(.order, "the command begins no flow") }
        var conversation = Conversation(command.flow, instance: id, root: root, isServer: true)
        let agreed = try keys.pair.agree(with: ephemeral)
        let message = try DeviceCommand(bytes: try conversation.open(command, kind: command.kind, agreed: agreed), kind: command.kind)
        guard message.sequence > received else { throw CommandError(.replayed, "this command, or a later one, was taken already") }
        received = message.sequence
        return (message, ServerExchange(conversation))
    }

    /// Answers the first command of a change of the PIN.
    /// - Throws: ``CommandError/Code/invalid`` for an application that there isn't.
    public mutating func beginPasswordChange(
        _ command: CommandEnvelope, proof: String, application index: Int, exchange: inout ServerExchange
    ) throws(CommandError) -> (reply: CommandEnvelope, outcome: FlowOutcome) {
        _ = try terms.application(index, [.oneTimePassword, .challengeResponse, .signature])
        let outcome = judge(proof, of: PasswordChange.first(exchange.conversation.flow, instance: id, application: index))
        let reply = try exchange.answer(command, outcome.bytes)
        if outcome.status == .accepted { renew(with: PasswordChange.renewal(exchange.conversation)) }
        return (reply, outcome)
    }

    /// Takes the second command of a change of the PIN, the first code by the new secret.
    /// - Throws: ``CommandError``.
    public mutating func finishPasswordChange(
        _ command: CommandEnvelope, exchange: inout ServerExchange
    ) throws(CommandError) -> (reply: CommandEnvelope, outcome: FlowOutcome) {
        var next = exchange
        let body = try next.conversation.open(command, kind: .passwordChange)
        let proof = try FieldReader(body, tags: 1...1).text(1, 64)
        let isRight = renewedSecret?.verify(proof, of: PasswordChange.second(next.conversation.flow, instance: id)) ?? false
        let outcome = FlowOutcome(isRight ? .accepted : .failed)
        let reply = try next.answer(command, outcome.bytes)
        if isRight { finishRenewal() }
        exchange = next
        return (reply, outcome)
    }
}

extension ServerInstance {
    /// A record that no device has the keys of, for a user who has no authenticator: requests for it look like those for a true one, and it
    /// is the same whenever it is made.
    ///
    /// - Parameter secret: the server's secret for the user, 32 bytes or more.
    /// - Throws: ``CommandError/Code/key``.
    public static func decoy(_ user: ChannelUser, secret: Secret, terms: ActivationTerms) throws(CommandError) -> Self {
        let key = secret.symmetricKey
        let bytes = HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array("OC1 decoy instance".utf8), outputByteCount: 80)
            .withUnsafeBytes { Array($0) }
        let (id, pair) = (Array(bytes[..<16]), try AgreementPair(derivedFrom: key, "OC1 decoy instance"))
        let unused = try InstanceSecret(Secret(bytes: bytes[48...]), user: user, instance: id)
        return Self(
            id: id, user: user, terms: terms, signingKey: pair.publicKey, agreementKey: pair.publicKey,
            secrets: InstanceSecrets(root: Secret(bytes: bytes[16..<48]), password: unused, device: unused), attempts: 1)
    }

    /// The instance as a record, which holds secrets.
    public var record: [UInt8] {
        var fields = FieldWriter()
        fields.add(1, id)
        fields.add(2, text: user.name)
        fields.add(3, text: user.domain)
        fields.add(4, terms.bytes)
        fields.add(5, signingKey)
        fields.add(6, agreementKey)
        fields.add(7, secret: root)
        fields.add(8, secret: passwordSecret.bytes)
        fields.add(9, secret: renewedSecret?.bytes ?? Secret(bytes: []))
        fields.add(10, secret: deviceSecret.bytes)
        fields.add(11, number: received)
        fields.add(12, number: sent)
        fields.add(13, [UInt8(attempts), UInt8(attemptsLeft)])
        fields.add(14, steps.sorted { $0.key < $1.key }.flatMap { [$0.key] + $0.value.bigEndianBytes })
        return fields.bytes
    }

    /// Reads a record.
    /// - Throws: ``CommandError``.
    public init(record: [UInt8]) throws(CommandError) {
        let fields = try FieldReader(record, tags: 1...14)
        id = try fields.bytes(1, exactly: 16)
        user = try ChannelUser(fields, name: 2, domain: 3)
        terms = try ActivationTerms(bytes: try fields.bytes(4))
        signingKey = try fields.bytes(5, exactly: 65)
        agreementKey = try fields.bytes(6, exactly: 65)
        root = try fields.secret(7)
        passwordSecret = try InstanceSecret(try fields.secret(8), user: user, instance: id)
        renewedSecret = try fields.bytes(9).isEmpty ? nil : passwordSecret.with(try fields.secret(9))
        deviceSecret = passwordSecret.with(try fields.secret(10))
        received = try fields.number(11)
        sent = try fields.number(12)
        let counts = try fields.bytes(13, exactly: 2)
        attempts = Int(counts[0])
        attemptsLeft = Int(counts[1])
        let list = try fields.bytes(14)
        guard list.count.isMultiple(of: 9), list.count <= 32 * 9 else { throw CommandError(.malformed, "a stored instance") }
        for start in stride(from: 0, to: list.count, by: 9) {
            steps[list[start]] = UInt64(bigEndianBytes: list[(start + 1)..<(start + 9)])
        }
    }
}

/// The judgement of a typed code, with what the server shows in return.
public struct CodeVerdict: Sendable, Hashable {
    /// The outcome.
    public let outcome: FlowOutcome
    /// Six digits by which the user knows the server; nil for a wrong code, and for an application without host codes.
    public let hostCode: String?
}

/// The statements of a change of the PIN.
public enum PasswordChange {
    /// The statement that the present secret proves.
    public static func first(_ flow: FlowID, instance: [UInt8], application: Int) -> [UInt8] {
        Array("OC1 password change".utf8) + flow.bytes + instance + [UInt8(clamping: application)]
    }

    /// The statement that the new secret proves.
    public static func second(_ flow: FlowID, instance: [UInt8]) -> [UInt8] {
        Array("OC1 password changed".utf8) + flow.bytes + instance
    }

    /// The body of the second command.
    public static func body(proof: String) -> [UInt8] {
        var fields = FieldWriter()
        fields.add(1, text: proof)
        return fields.bytes
    }

    /// The secret by which the new one is made, after the server took the proof of the present one.
    static func renewal(_ conversation: Conversation) -> Secret { conversation.export("password renewal") }

    /// The new secret, on the device.
    public static func renewed(_ secret: InstanceSecret, in conversation: Conversation) -> InstanceSecret {
        secret.renewed(renewal(conversation))
    }
}
