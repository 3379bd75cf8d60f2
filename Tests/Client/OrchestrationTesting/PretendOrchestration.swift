package import CommandChannel
import Crypto
package import Foundation
import Orchestration
package import Primitives
import Synchronization

/// A server in memory, made of the kernel's server-side functions alone: it keeps records, as a database would, and answers texts with texts.
package final class PretendOrchestration: CommandRelay {
    package struct State: Sendable {
        package var registrations: [ChannelUser: [UInt8]] = [:]
        package var activations: [FlowID: [UInt8]] = [:]
        package var instances: [[UInt8]: [UInt8]] = [:]
        package var sessions: [FlowID: [UInt8]] = [:]
        package var exchanges: [FlowID: [UInt8]] = [:]
        package var identifiers: [[UInt8]: String] = [:]
        package var deviceData: [DeviceCommand] = []
        package var pending: [CommandEnvelope] = []
        package var received: [String] = []
        package var pins = PINPolicy()
        package var applications = CryptographicApplication.usual
        package var refusal: ServerRefusal?
        /// The number of commands after which the next one is lost; nil for none.
        package var losesAfter: Int?
        /// Whether it is the answer that is lost, and not the command.
        package var losesAnswers = false
    }

    package struct Lost: Error {
        package init() {}
    }

    /// The cost of a try of a password, which the phone has to be told.
    package static let activationRounds = 16

    package let time: ManualTime
    package let keys: ActivationServerKeys
    private let random: SeededRandom
    private let state = Mutex(State())

    package init(time: ManualTime = ManualTime(), seed: UInt64 = 40) throws {
        self.time = time
        random = SeededRandom(seed: seed)
        keys = ActivationServerKeys(
            pair: try AgreementPair(random: random), root: Secret(bytes: random.bytes(32)), rounds: Self.activationRounds)
    }

    package var now: State { state.withLock { $0 } }
    package func change<Result: Sendable>(_ edit: (inout State) throws -> Result) rethrows -> Result {
        try state.withLock { try edit(&$0) }
    }

    // MARK: - The customer's server

    /// Registers a user, and returns the password that the customer hands over.
    package func register(_ name: String, domain: String = "", attempts: Int = 5) throws -> String {
        let (user, password) = (try ChannelUser(name, domain: domain), ActivationPassword(random: random))
        let registration = try ActivationRegistration(
            user, password: password, keys: keys, attempts: attempts, expires: time.now.addingTimeInterval(900), random: random)
        change { $0.registrations[user] = registration.record }
        return password.text
    }

    package func instance(of name: String, domain: String = "") throws -> ServerInstance {
        let user = try ChannelUser(name, domain: domain)
        for record in now.instances.values {
            let instance = try ServerInstance(record: record)
            if instance.user == user { return instance }
        }
        throw CommandError(.invalid, "no such user")
    }

    package func keep(_ instance: ServerInstance) { change { $0.instances[instance.hint.bytes] = instance.record } }

    /// Makes a request for a user's device.
    package func request(
        _ kind: CommandKind, for name: String, method: AuthenticationMethod = .password,
        display: [DisplayData.Pair] = [.init("To", "ACME")],
        seconds: TimeInterval = 60
    ) throws -> String {
        var instance = try instance(of: name)
        let (command, session) = try RemoteSession.begin(
            kind, for: &instance, session: random.token(8), id: random.token(8), method: method,
            deadline: time.now.addingTimeInterval(seconds), display: DisplayData(display), additional: AdditionalData(), random: random)
        keep(instance)
        change {
            $0.sessions[command.flow] = session.record
            $0.pending.append(command)
        }
        return command.text
    }

    package func session(_ command: String) throws -> RemoteSession {
        guard let record = now.sessions[try CommandEnvelope(command).flow] else { throw CommandError(.invalid, "no such session") }
        return try RemoteSession(record: record)
    }

    package func end(_ command: String, _ end: RemoteSession.State) throws {
        var session = try session(command)
        session.end(end)
        let (flow, record) = (try CommandEnvelope(command).flow, session.record)
        change { $0.sessions[flow] = record }
    }

    // MARK: - Commands

    package func send(_ command: String) async throws -> String {
        let isLost = change { state in
            state.received.append(command)
            if let left = state.losesAfter { state.losesAfter = left - 1 }
            return state.losesAfter.map { $0 < 0 } ?? false
        }
        if isLost, !now.losesAnswers { throw Lost() }
        let answer = try answer(command)
        if isLost { throw Lost() }
        return answer
    }

    /// Answers a command, or refuses it in words.
    package func answer(_ command: String) throws -> String {
        let envelope = try CommandEnvelope(command)
        if let refusal = now.refusal { return try refusal.command(answering: envelope).text }
        do { return try handle(envelope).text } catch let error as CommandError {
            return try ServerRefusal(code: -1_001, message: error.code.description).command(answering: envelope).text
        }
    }

    private func handle(_ command: CommandEnvelope) throws -> CommandEnvelope {
        switch command.kind {
        case .activationStart: try start(command)
        case .activationEvidence, .activationDevice, .activationConfirmation: try activation(command)
        case .remoteAuthentication, .remoteTransaction: try session(command)
        case .passwordChange where command.step > 0: try passwordChange(command)
        default: try device(command)
        }
    }

    private func start(_ command: CommandEnvelope) throws -> CommandEnvelope {
        let user = try ActivationRegistration.user(of: command)
        let terms = now.registrations[user]
        var registration =
            try terms.map { try ActivationRegistration(record: $0) }
            ?? ActivationRegistration.decoy(user, keys: keys, expires: time.now.addingTimeInterval(900))
        let (reply, activation) = try registration.answer(command, keys: keys, at: time.now, random: random)
        change { state in
            if terms != nil { state.registrations[user] = registration.record }
            state.activations[command.flow] = activation.record
        }
        return reply
    }

    private func activation(_ command: CommandEnvelope) throws -> CommandEnvelope {
        guard let record = now.activations[command.flow] else { throw CommandError(.order, "no such activation") }
        var activation = try ServerActivation(record: record)
        if let repeated = activation.exchange.repeated(command) { return repeated }
        let reply: CommandEnvelope
        switch command.kind {
        case .activationEvidence:
            let terms = try ActivationTerms(serial: "GTH0000001", pins: now.pins, applications: now.applications, time: time.now)
            reply = try activation.takeEvidence(command, terms: terms).reply
        case .activationDevice: reply = try activation.takeKeys(command, keys: keys, random: random)
        default:
            let end = try activation.takeConfirmation(command, at: time.now)
            guard now.registrations[activation.user] != nil else { throw CommandError(.expired, "the registration is spent") }
            let user = activation.user
            change { $0.registrations[user] = nil }
            keep(end.instance)
            reply = end.reply
        }
        let kept = activation.record
        change { $0.activations[command.flow] = kept }
        return reply
    }

    private func known(_ command: CommandEnvelope) throws -> ServerInstance {
        guard let record = now.instances[command.hint.bytes] else { throw CommandError(.order, "no such instance") }
        return try ServerInstance(record: record)
    }

    private func session(_ command: CommandEnvelope) throws -> CommandEnvelope {
        guard let record = now.sessions[command.flow] else { throw CommandError(.order, "no such session") }
        var (session, instance) = (try RemoteSession(record: record), try known(command))
        let reply = try session.take(command, from: &instance, at: time.now)
        keep(instance)
        let kept = session.record
        change { $0.sessions[command.flow] = kept }
        return reply
    }

    private func device(_ command: CommandEnvelope) throws -> CommandEnvelope {
        var instance = try known(command)
        if let record = now.exchanges[command.flow], let repeated = try ServerExchange(record: record).repeated(command) { return repeated }
        var (message, exchange) = try instance.receive(command, keys: keys)
        let reply: CommandEnvelope
        switch message {
        case .notificationRegistration(_, let identifier):
            change { $0.identifiers[instance.id] = identifier }
            reply = try exchange.answer(command, FlowOutcome(.accepted).bytes)
        case .pendingRequests: reply = try exchange.answer(command, try PendingRequests(now.pending).bytes)
        case .passwordChange(_, let application, let proof):
            reply = try instance.beginPasswordChange(command, proof: proof, application: application, exchange: &exchange).reply
        case .deviceData:
            change { $0.deviceData.append(message) }
            reply = try exchange.answer(command, FlowOutcome(.accepted).bytes)
        }
        keep(instance)
        let kept = exchange.record
        change { $0.exchanges[command.flow] = kept }
        return reply
    }

    private func passwordChange(_ command: CommandEnvelope) throws -> CommandEnvelope {
        guard let record = now.exchanges[command.flow] else { throw CommandError(.order, "no such flow") }
        var (exchange, instance) = (try ServerExchange(record: record), try known(command))
        if let repeated = exchange.repeated(command) { return repeated }
        let reply = try instance.finishPasswordChange(command, exchange: &exchange).reply
        keep(instance)
        let kept = exchange.record
        change { $0.exchanges[command.flow] = kept }
        return reply
    }
}
