public import CommandChannel
import DeviceFoundation
import Foundation
import Primitives

extension OrchestrationDevice {
    /// The kind of a command and the user whom it is for, as far as its outside says: for an app that has a page for each kind.
    /// - Throws: ``OrchestrationError/Code/command``; ``OrchestrationError/Code/commandEmpty``;
    ///   ``OrchestrationError/Code/userNotActivated`` for a command that is none of this device's users'.
    public func addressee(of command: String) async throws(OrchestrationError) -> (kind: CommandKind, user: ChannelUser) {
        let (envelope, record) = try await addressed(command)
        return (envelope.kind, record.user)
    }

    /// Answers a request of the server: shows it, verifies the user, and sends the signed decision.
    ///
    /// A request that was answered before is not shown again: the same answer is sent once more. A wrong PIN is asked for again, with the
    /// number of tries that are left.
    /// - Throws: ``OrchestrationError/Code/command``; ``OrchestrationError/Code/replayed``; ``OrchestrationError/Code/passwordLocked``;
    ///   ``OrchestrationError/Code/aborted``; the flow's own code with the server's refusal.
    public func answer(
        _ command: String, through relay: any CommandRelay, prompts: any UserPrompts
    ) async throws(OrchestrationError) -> RemoteOutcome {
        let (envelope, found) = try await addressed(command)
        let flow: OrchestrationError.Code
        switch envelope.kind {
        case .remoteAuthentication: flow = .remoteAuthentication
        case .remoteTransaction: flow = .remoteTransaction
        default: throw OrchestrationError(.command, "the command is none that a server begins a flow with")
        }
        return try await exclusively(found.user) { () async throws(OrchestrationError) in
            let record = try await activated(found.user)
            let opened = try await open(envelope, record, in: flow)
            let request = opened.request
            var waiting = record.waiting(in: envelope.flow)
            var fault: (code: OrchestrationError.Code, left: Int)?
            var next = opened.conversation
            if waiting == nil {
                guard record.window.allows(request.sequence) else { throw OrchestrationError(.replayed, "the request was taken already") }
            }
            var decided: Decision?
            // Only a PIN can be wrong: a server that finds one in an answer without a PIN isn't answered again.
            var hasPIN = true
            // Before the PIN is entered, and nil for an answer of which it isn't known that it had one.
            let enrolled = await EnrolledBiometrics(configuration)
            var proven: EnrolledBiometrics?
            while true {
                let sent: UserRecord.Waiting
                if let known = waiting {
                    sent = known
                } else {
                    // Also where an earlier process has shown it, whose answer had a wrong PIN: no PIN for what isn't seen.
                    let decision = if let decided { decided } else { try await decision(on: request, envelope.kind, record, prompts) }
                    decided = decision
                    let answer = try await answer(request, envelope, record, decision, fault, prompts)
                    hasPIN = answer.statement.method.usesPIN
                    proven = hasPIN ? enrolled : nil
                    sent = try await send(answer, request, envelope, &next, record.user, in: flow)
                }
                var conversation = sent.conversation
                let reply = try await exchange(sent.command, through: relay, in: flow)
                let outcome = try outcome(reply, &conversation, kind: envelope.kind, in: flow)
                guard outcome.status == .wrongPassword, hasPIN else {
                    if outcome.status == .accepted, let proven { try await book.update(record.user) { $0.enrolled = proven } }
                    return try await end(outcome, envelope.flow, record.user, in: flow)
                }
                (waiting, next, fault) = (nil, conversation, (.passwordWrong, outcome.attemptsLeft))
            }
        }
    }

    private func addressed(_ command: String) async throws(OrchestrationError) -> (CommandEnvelope, UserRecord) {
        guard !command.isEmpty else { throw OrchestrationError(.commandEmpty, "the command is empty") }
        let envelope = try translating(command: try CommandEnvelope(command), in: .command)
        let known = try await book.all().first { $0.isActivated && KeyHint(instance: $0.instance) == envelope.hint }
        guard let known else { throw OrchestrationError(.userNotActivated, "the command is for no user of this device") }
        return (envelope, known)
    }

    private func open(
        _ envelope: CommandEnvelope, _ record: UserRecord, in flow: OrchestrationError.Code
    ) async throws(OrchestrationError) -> (request: RemoteRequest, conversation: Conversation) {
        guard let point = envelope.ephemeral else { throw OrchestrationError(.command, "the command brings no key") }
        let agreed: Secret
        do throws(OrchestrationError) { agreed = try await agree(with: point, record.keys) } catch {
            throw error.code == .key ? OrchestrationError(.command, "the command's key is none", underlying: error) : error
        }
        var conversation = Conversation(envelope.flow, instance: record.instance, root: record.root, isServer: false)
        let request = try translating(
            command: try RemoteRequest(bytes: try conversation.open(envelope, kind: envelope.kind, agreed: agreed)), in: flow)
        return (request, conversation)
    }

    /// Shows a request that has lines, and asks for the decision.
    private func decision(
        on request: RemoteRequest, _ kind: CommandKind, _ record: UserRecord, _ prompts: any UserPrompts
    ) async throws(OrchestrationError) -> Decision {
        guard !request.display.isEmpty else { return .approve }
        let shown = ShownRequest(kind: kind, user: record.user, display: request.display, additional: request.additional)
        guard let decided = await prompts.decision(on: shown) else { throw Self.aborted }
        return decided
    }

    /// Verifies the user, and signs the decision.
    private func answer(
        _ request: RemoteRequest, _ envelope: CommandEnvelope, _ record: UserRecord, _ decision: Decision,
        _ fault: (code: OrchestrationError.Code, left: Int)?, _ prompts: any UserPrompts
    ) async throws(OrchestrationError) -> RemoteAnswer {
        let (secret, method): (InstanceSecret, AuthenticationMethod) =
            decision == .reject
            ? (try record.device(), .none)
            : try await secret(record, request.method, prompts, fault: fault?.code, attemptsLeft: fault?.left)
        let statement = AnswerStatement(
            kind: envelope.kind, decision: decision, method: method, instance: record.instance, request: request.bytes, time: time.now)
        let signature = try await translating(key: try await keys.sign(statement.bytes, with: UserKeyNames.signing(record.keys)))
        return RemoteAnswer(statement, proof: secret.proof(of: statement.bytes), signature: signature)
    }

    /// Makes the answer's command and keeps it, together with the request's number, before anything is sent.
    private func send(
        _ answer: RemoteAnswer, _ request: RemoteRequest, _ envelope: CommandEnvelope, _ conversation: inout Conversation,
        _ user: ChannelUser, in flow: OrchestrationError.Code
    ) async throws(OrchestrationError) -> UserRecord.Waiting {
        let isFirst = conversation.step == 1
        var next = conversation
        let command = try translating(
            command: try seal(answer, in: &next, for: isFirst ? envelope.ephemeral : nil, kind: envelope.kind), in: flow)
        conversation = next
        let waiting = UserRecord.Waiting(command: command.text, conversation: next, number: request.sequence)
        try await book.update(user) { (record) throws(OrchestrationError) in
            if isFirst {
                do throws(CommandError) { try record.window.take(request.sequence) } catch { throw OrchestrationError(error, in: flow) }
            }
            record.wait(for: waiting)
        }
        return waiting
    }

    /// Seals an answer, the first with a key for the server's own of the flow.
    private func seal(
        _ answer: RemoteAnswer, in conversation: inout Conversation, for ephemeral: [UInt8]?, kind: CommandKind
    ) throws(CommandError) -> CommandEnvelope {
        guard let ephemeral else { return try conversation.seal(answer.bytes, kind: kind) }
        let pair = try AgreementPair(random: random)
        return try conversation.seal(answer.bytes, kind: kind, ephemeral: pair.publicKey, agreed: try pair.agree(with: ephemeral))
    }

    private func end(
        _ outcome: FlowOutcome, _ id: FlowID, _ user: ChannelUser, in flow: OrchestrationError.Code
    ) async throws(OrchestrationError) -> RemoteOutcome {
        try await book.update(user) { $0.settle(id) }
        switch outcome.status {
        case .accepted: return .accepted
        case .refused: return .refused
        case .expired: return .outdated(.expired)
        case .alreadyAccepted: return .outdated(.accepted)
        case .alreadyRefused: return .outdated(.refused)
        case .locked: throw OrchestrationError(.passwordLocked, "the authenticator is locked")
        case .failed, .wrongPassword: throw OrchestrationError(flow, "the server has no use for the answer")
        }
    }
}
