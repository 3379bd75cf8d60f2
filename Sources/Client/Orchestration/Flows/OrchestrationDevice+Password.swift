import CommandChannel
import Primitives

extension OrchestrationDevice {
    /// Changes the PIN: the server checks the present one, and learns neither.
    ///
    /// With the PIN its secret changes, so that what was stored before and what is stored afterwards can't be compared.
    /// - Throws: ``OrchestrationError/Code/passwordWrong``; ``OrchestrationError/Code/passwordLocked``;
    ///   ``OrchestrationError/Code/application``; ``OrchestrationError/Code/aborted``, after which the PIN is the former one.
    public func changePassword(
        _ name: String, domain: String? = nil, application index: Int, through relay: any CommandRelay, prompts: any UserPrompts
    ) async throws(OrchestrationError) {
        let user = try user(name, domain)
        try await exclusively(user) { () async throws(OrchestrationError) in
            let record = try await activated(user)
            _ = try Self.application(index, [.oneTimePassword, .challengeResponse, .signature], record)
            // Before the PIN is entered: a finger that is added meanwhile isn't one that its owner has vouched for.
            let enrolled = await EnrolledBiometrics(configuration)
            let former = try await enteredPIN(user, record.terms.pins, prompts)
            let secret = try record.guarded.open(with: former, user: user, instance: record.instance)
            let conversation = try await prove(secret, index, user, through: relay)
            try await book.update(user) { $0.enrolled = enrolled }
            let pin = try await chosenPIN(user, record.terms.pins, prompts, replacing: former)
            try await renew(secret, under: pin, record, conversation, through: relay)
        }
    }

    private func prove(
        _ secret: InstanceSecret, _ index: Int, _ user: ChannelUser, through relay: any CommandRelay
    ) async throws(OrchestrationError) -> Conversation {
        let (command, begun) = try await begin(user, in: .passwordChange) { record, flow in
            let statement = PasswordChange.first(flow, instance: record.instance, application: index)
            return .passwordChange(sequence: record.sequence, application: index, proof: secret.proof(of: statement))
        }
        var conversation = begun
        let answer = try await exchange(command.text, through: relay, in: .passwordChange)
        let outcome = try outcome(answer, &conversation, kind: .passwordChange, in: .passwordChange)
        switch outcome.status {
        case .accepted: return conversation
        case .wrongPassword: throw OrchestrationError(.passwordWrong, "the PIN is wrong; \(outcome.attemptsLeft) tries are left")
        case .locked: throw OrchestrationError(.passwordLocked, "the authenticator is locked")
        default: throw OrchestrationError(.passwordChange, "the server doesn't change the PIN")
        }
    }

    /// Keeps the new secret, and tells the server. From the write on the new PIN counts: the server takes either until it has seen the new
    /// one, so that it doesn't matter whether the last command arrives.
    private func renew(
        _ secret: InstanceSecret, under pin: Secret, _ record: UserRecord, _ begun: Conversation, through relay: any CommandRelay
    ) async throws(OrchestrationError) {
        var conversation = begun
        let renewed = PasswordChange.renewed(secret, in: begun)
        let statement = PasswordChange.second(begun.flow, instance: record.instance)
        let command = try translating(
            command: try conversation.seal(PasswordChange.body(proof: renewed.proof(of: statement)), kind: .passwordChange),
            in: .passwordChange)
        let guarded = try GuardedSecret(renewed, under: pin, configuration.stretching, random: random)
        try await book.update(record.user) { $0.guarded = guarded }
        guard let answer = try? await exchange(command.text, through: relay, in: .passwordChange),
            let outcome = try? outcome(answer, &conversation, kind: .passwordChange, in: .passwordChange), outcome.status == .failed
        else { return }
        try await book.update(record.user) { $0.guarded = record.guarded }
        throw OrchestrationError(.passwordChange, "the server doesn't take the new PIN; the former one counts")
    }
}
