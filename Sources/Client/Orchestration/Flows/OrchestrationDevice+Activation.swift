import CommandChannel
import DeviceFoundation
import Foundation
import Primitives

extension OrchestrationDevice {
    /// Activates a user on this device, in four trips. The password is never sent.
    ///
    /// An activation that was cut off after its last command was made is finished by this call, without a new PIN.
    /// - Parameters:
    ///   - domain: the user's domain; nil for the default one.
    ///   - password: the text that the user typed.
    /// - Throws: ``OrchestrationError/Code/activationPasswordEmpty`` and its neighbours for a mistyped password, before anything is sent;
    ///   ``OrchestrationError/Code/activationPasswordWrong``; ``OrchestrationError/Code/userActivated``;
    ///   ``OrchestrationError/Code/aborted``; ``OrchestrationError/Code/activation`` with the server's refusal.
    public func activate(
        _ name: String, domain: String? = nil, password: String, through relay: any CommandRelay, prompts: any UserPrompts
    ) async throws(OrchestrationError) {
        let (user, password) = (try user(name, domain), try Self.read(password))
        try await exclusively(user) { () async throws(OrchestrationError) in
            if let record = try await book.record(user) {
                guard !record.isActivated else { throw OrchestrationError(.userActivated, "the user is activated on this device already") }
                if try await finishActivation(record, through: relay) { return }
            }
            let record = try await activate(user, password, through: relay, prompts)
            guard try await finishActivation(record, through: relay) else {
                throw OrchestrationError(.activation, "the server doesn't take the activation")
            }
        }
    }

    private static func read(_ typed: String) throws(OrchestrationError) -> ActivationPassword {
        do throws(ActivationPassword.Fault) { return try ActivationPassword(typed) } catch {
            switch error {
            case .empty: throw OrchestrationError(.activationPasswordEmpty, "the activation password is empty")
            case .length: throw OrchestrationError(.activationPasswordLength, "the activation password has another length")
            case .checksum: throw OrchestrationError(.activationPasswordChecksum, "the activation password is mistyped")
            }
        }
    }

    /// Trips one to three, and the fourth command.
    private func activate(
        _ user: ChannelUser, _ password: ActivationPassword, through relay: any CommandRelay, _ prompts: any UserPrompts
    ) async throws(OrchestrationError) -> UserRecord {
        let enrolled = await EnrolledBiometrics(configuration)
        let termed = try await terms(user, password, through: relay)
        let pin = try await chosenPIN(user, termed.terms.pins, prompts)
        // The rest of an earlier activation is replaced: the server has shown that the password is unspent, so it failed.
        let name = UserKeyNames.name(user)
        do throws(OrchestrationError) {
            try await book.remove(user)
            try await deleteKeys(name)
            let sent = try await sendKeys(termed, name)
            let answer = try await exchange(sent.command.text, through: relay, in: .activation)
            let keyed = try translating(command: try sent.confirmed(answer), in: .activation)
            var record = try record(user, keyed, termed, pin, name)
            record.enrolled = enrolled
            try await book.keep(record)
            return record
        } catch {
            try? await deleteKeys(name)
            throw error
        }
    }

    private func terms(
        _ user: ChannelUser, _ password: ActivationPassword, through relay: any CommandRelay
    ) async throws(OrchestrationError) -> TermedActivation {
        let (random, device) = (random, JSONValue.object(configuration.device).encoded)
        let start = try translating(command: try DeviceActivation(user, password: password, random: random), in: .activation)
        let first = try await exchange(start.command.text, through: relay, in: .activation)
        let evidence: EvidencedActivation
        do { evidence = try start.evidence(first, device: device, rounds: configuration.activationRounds) } catch {
            guard error.code == .password else { throw OrchestrationError(error, in: .activation) }
            throw OrchestrationError(.activationPasswordWrong, error.reason, underlying: error)
        }
        let second = try await exchange(evidence.command.text, through: relay, in: .activation)
        let termed = try translating(command: try evidence.terms(second), in: .activation)
        if abs(termed.terms.time.timeIntervalSince(time.now)) > 30 { configuration.warning(.clockSkew) }
        return termed
    }

    private func sendKeys(_ termed: TermedActivation, _ name: String) async throws(OrchestrationError) -> SentActivation {
        let signing = try await translating(key: try await keys.create(UserKeyNames.signing(name), for: .signing))
        let agreement = try await translating(key: try await keys.create(UserKeyNames.agreement(name), for: .agreement))
        let signature = try await translating(key: try await keys.sign(termed.statement, with: UserKeyNames.signing(name)))
        let agreed = try await agree(with: termed.serverKey, name)
        return try translating(
            command: try termed.keys(
                signingKey: signing.channelBytes, signature: signature, agreementKey: agreement.channelBytes, agreed: agreed),
            in: .activation)
    }

    private func record(
        _ user: ChannelUser, _ keyed: KeyedActivation, _ termed: TermedActivation, _ pin: Secret, _ name: String
    ) throws(OrchestrationError) -> UserRecord {
        let (command, waiting) = try translating(command: try keyed.confirmation(), in: .activation)
        var record = UserRecord(
            user: user, keys: name, instance: keyed.instance, terms: termed.terms, serverKey: termed.serverKey, root: keyed.secrets.root,
            deviceSecret: keyed.secrets.device.bytes,
            guarded: try GuardedSecret(keyed.secrets.password, under: pin, configuration.stretching, random: random), created: time.now)
        record.wait(for: .init(command: command.text, conversation: waiting, number: 0))
        return record
    }

    /// Sends the fourth command, once more if need be. Says false when it was refused. A refusal comes in the clear, and may be a stranger's: what
    /// waits is kept until another activation takes its place, so that it can be sent again.
    private func finishActivation(_ record: UserRecord, through relay: any CommandRelay) async throws(OrchestrationError) -> Bool {
        guard let waiting = record.waiting.first else { return false }
        do throws(OrchestrationError) {
            let answer = try await exchange(waiting.command, through: relay, in: .activation)
            var conversation = waiting.conversation
            _ = try translating(command: try conversation.open(answer, kind: .activationConfirmation), in: .activation)
        } catch {
            guard error.refusal != nil else { throw error }
            return false
        }
        try await book.update(record.user) { record in
            record.isActivated = true
            record.waiting = []
        }
        return true
    }

    func deleteKeys(_ name: String) async throws(OrchestrationError) {
        try await translating(key: try await keys.delete(UserKeyNames.signing(name)))
        try await translating(key: try await keys.delete(UserKeyNames.agreement(name)))
    }
}
