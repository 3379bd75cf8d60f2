public import Foundation
public import Primitives

/// A request of the server to a device, and its end, which comes once.
public struct RemoteSession: Sendable, Equatable {
    /// The states of a session.
    public enum State: UInt8, Sendable, CaseIterable {
        /// No decision was made.
        case pending = 0
        /// The user approved.
        case accepted = 1
        /// The user rejected.
        case refused = 2
        /// The authenticator was locked by wrong PINs.
        case locked = 3
        /// Time ran out.
        case expired = 4
    }

    /// The kind of the flow.
    public let kind: CommandKind
    /// The id of the device's instance.
    public let instance: [UInt8]
    /// The request.
    public let request: RemoteRequest
    /// The state.
    public private(set) var state: State = .pending
    /// The answer that decided: its statement was signed.
    public private(set) var answer: RemoteAnswer?
    /// The side of the flow.
    public private(set) var exchange: ServerExchange
    /// The private half of the request's key, until the first answer has come.
    private var ephemeral: Secret

    /// Makes a request for a device, and its command.
    /// - Throws: ``CommandError/Code/order`` for a kind that no server begins; ``CommandError/Code/tooLarge``.
    public static func begin(
        _ kind: CommandKind, for instance: inout ServerInstance, session: String, id: String, method: AuthenticationMethod, deadline: Date,
        display: DisplayData, additional: AdditionalData, random: any RandomSource
    ) throws(CommandError) -> (command: CommandEnvelope, session: RemoteSession) {
        guard kind == .remoteAuthentication || kind == .remoteTransaction else { throw CommandError(.order, "no server begins this kind") }
        let request = try RemoteRequest(
            sequence: instance.nextNumber(), session: session, id: id, method: method, deadline: deadline, display: display,
            additional: additional)
        let pair = try AgreementPair(random: random)
        var conversation = Conversation(FlowID(random: random), instance: instance.id, root: instance.root, isServer: true)
        let command = try conversation.seal(
            request.bytes, kind: kind, ephemeral: pair.publicKey, agreed: try pair.agree(with: instance.agreementKey))
        return (
            command,
            RemoteSession(
                kind: kind, instance: instance.id, request: request, exchange: ServerExchange(conversation), ephemeral: pair.privateKey)
        )
    }

    private init(kind: CommandKind, instance: [UInt8], request: RemoteRequest, exchange: ServerExchange, ephemeral: Secret) {
        self.kind = kind
        self.instance = instance
        self.request = request
        self.exchange = exchange
        self.ephemeral = ephemeral
    }

    /// Ends a session that is pending otherwise than by the device: by time, by a typed code, by the customer's server.
    public mutating func end(_ state: State) {
        if self.state == .pending { self.state = state }
    }

    /// Takes the device's answer.
    ///
    /// An approval counts once, while the session is pending and its time isn't over; a wrong PIN costs a try and leaves it pending.
    /// - Throws: ``CommandError/Code/unreadable`` or ``CommandError/Code/order`` for a command that isn't the device's next;
    ///   ``CommandError/Code/key`` for a signature that isn't over this request. Nothing is changed then, but that a session whose time
    ///   is over has expired.
    public mutating func take(
        _ command: CommandEnvelope, from instance: inout ServerInstance, at now: Date
    ) throws(CommandError) -> CommandEnvelope {
        if let repeated = exchange.repeated(command) { return repeated }
        guard instance.id == self.instance else { throw CommandError(.order, "the session is another device's") }
        var next = exchange
        let answer = try RemoteAnswer(bytes: try open(command, in: &next), kind: kind, instance: instance.id)
        let statement = answer.statement
        guard statement.request == AnswerStatement(of: self).request,
            DeviceSignature.verify(answer.signature, of: statement.bytes, key: instance.signingKey)
        else { throw CommandError(.key, "the answer isn't the device's to this request") }
        end(at: now)
        let outcome = try outcome(of: answer, from: &instance)
        let reply = try next.answer(command, outcome.bytes)
        (exchange, ephemeral) = (next, Secret(bytes: []))
        return reply
    }

    private mutating func end(at now: Date) {
        if now >= request.deadline { end(.expired) }
    }

    private func open(_ command: CommandEnvelope, in next: inout ServerExchange) throws(CommandError) -> [UInt8] {
        guard !ephemeral.isEmpty else { return try next.conversation.open(command, kind: kind) }
        guard let theirs = command.ephemeral else { throw CommandError(.unreadable, "the first answer brings no key") }
        return try next.conversation.open(command, kind: kind, agreed: try AgreementPair(privateKey: ephemeral).agree(with: theirs))
    }

    private mutating func outcome(of answer: RemoteAnswer, from instance: inout ServerInstance) throws(CommandError) -> FlowOutcome {
        switch state {
        case .pending: break
        case .accepted: return FlowOutcome(.alreadyAccepted)
        case .refused: return FlowOutcome(.alreadyRefused)
        case .locked: return FlowOutcome(.locked)
        case .expired: return FlowOutcome(.expired)
        }
        let statement = answer.statement
        let outcome: FlowOutcome
        if statement.decision == .reject || !statement.method.usesPIN {
            guard statement.decision == .reject || statement.method == request.method,
                instance.deviceSecret.verify(answer.proof, of: statement.bytes)
            else { throw CommandError(.key, "the user wasn't verified as the request wants it") }
            outcome = FlowOutcome(statement.decision == .reject ? .refused : instance.isLocked ? .locked : .accepted)
        } else {
            // The PIN is good where another method was asked for: a device without the sensor falls back to it.
            outcome = instance.judge(answer.proof, of: statement.bytes)
        }
        switch outcome.status {
        case .accepted:
            state = .accepted
            self.answer = answer
        case .refused:
            state = .refused
            self.answer = answer
        case .locked: state = .locked
        default: break
        }
        return outcome
    }
}

extension AnswerStatement {
    fileprivate init(of session: RemoteSession) {
        self.init(
            kind: session.kind, decision: .approve, method: .none, instance: session.instance, request: session.request.bytes,
            time: session.request.deadline)
    }
}

extension RemoteSession {
    /// The session as a record, which holds secrets.
    public var record: [UInt8] {
        var fields = FieldWriter()
        fields.add(1, [kind.rawValue, state.rawValue])
        fields.add(2, instance)
        fields.add(3, request.bytes)
        fields.add(4, answer?.bytes ?? [])
        fields.add(5, exchange.record)
        fields.add(6, secret: ephemeral)
        return fields.bytes
    }

    /// Reads a record.
    /// - Throws: ``CommandError``.
    public init(record: [UInt8]) throws(CommandError) {
        let fields = try FieldReader(record, tags: 1...6)
        let numbers = try fields.bytes(1, exactly: 2)
        guard let kind = CommandKind(rawValue: numbers[0]), let state = State(rawValue: numbers[1]) else {
            throw CommandError(.malformed, "a stored session")
        }
        let instance = try fields.bytes(2, exactly: 16)
        self.init(
            kind: kind, instance: instance, request: try RemoteRequest(bytes: try fields.bytes(3)),
            exchange: try ServerExchange(record: try fields.bytes(5)), ephemeral: Secret(bytes: try fields.bytes(6, 32)))
        self.state = state
        let answer = try fields.bytes(4)
        self.answer = answer.isEmpty ? nil : try RemoteAnswer(bytes: answer, kind: kind, instance: instance)
    }
}
