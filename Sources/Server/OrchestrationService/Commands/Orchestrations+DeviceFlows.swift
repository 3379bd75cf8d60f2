import Directory
import CommandChannel
import Foundation
import Foundations
import Primitives
import Store

extension Orchestrations {
    /// Answers a command of a flow that a device begins.
    func exchange(_ command: CommandEnvelope, of customer: OrchestrationCustomer, at now: Date) async throws -> CommandEnvelope {
        let sealer = sealer
        let (authenticator, known) = try await sender(of: command, customer, at: now) { flow, authenticator, transaction in
            try ExchangeRecord.find(flow, of: authenticator, in: transaction, sealer)
        }
        if let known {
            if let repeated = known.channel.repeated(command) { return repeated }
            guard command.kind == .passwordChange else { throw Self.otherCommand }
            return try await finishChange(command, known, authenticator, of: customer, at: now)
        }
        return try await begin(command, authenticator, of: customer, at: now)
    }

    private func begin(
        _ command: CommandEnvelope, _ authenticator: AuthenticatorRecord, of customer: OrchestrationCustomer, at now: Date
    ) async throws -> CommandEnvelope {
        let (realm, keys, sealer) = (customer.realm.id, try keys(of: customer.realm.id), sealer)
        let waiting = try await waitingCommands(command, authenticator, at: now)
        var instance = authenticator.channel
        let (message, reply, exchange) = try OrchestrationRefusal.telling { () throws(CommandError) in
            var (message, exchange) = try instance.receive(command, keys: keys)
            let reply: CommandEnvelope
            switch message {
            case .pendingRequests: reply = try exchange.answer(command, try PendingRequests(waiting).bytes)
            case .passwordChange(_, let application, let proof):
                reply = try instance.beginPasswordChange(
                    command, proof: proof, application: application, exchange: &exchange
                ).reply
            case .notificationRegistration(_, let identifier):
                let isAddress = NotificationIdentifier.address(identifier) != nil
                reply = try exchange.answer(command, FlowOutcome(isAddress ? .accepted : .refused).bytes)
            case .deviceData: reply = try exchange.answer(command, FlowOutcome(.accepted).bytes)
            }
            return (message, reply, exchange)
        }
        let sealed = try ExchangeRecord.sealed(exchange, realm: realm, sealer)
        let change = try AuthenticatorChange(authenticator, to: instance, sealer)
        try await database.write { [audit] transaction in
            try ExchangeRecord.insert(command.flow, sealed: sealed, of: authenticator, number: message.sequence, in: transaction)
            try message.data(at: now)?.keep(of: authenticator, in: transaction)
            try change.write(for: customer, audit, notification: message.notification, at: now, in: transaction)
        }
        return reply
    }

    /// The requests that wait for a device that asks for them, as many as fit into one command.
    private func waitingCommands(
        _ command: CommandEnvelope, _ authenticator: AuthenticatorRecord, at now: Date
    ) async throws -> [CommandEnvelope] {
        guard command.kind == .pendingRequests else { return [] }
        let texts = try await database.read { try SessionRecord.waiting(for: authenticator, at: now, in: $0) }
        var room = CommandEnvelope.longestBody - 64
        return texts.compactMap { try? CommandEnvelope($0) }.filter { waiting in
            let length = waiting.bytes.count + 2
            guard length <= room else { return false }
            room -= length
            return true
        }
    }

    /// Takes the first code by the secret of a new PIN.
    private func finishChange(
        _ command: CommandEnvelope, _ known: ExchangeRecord, _ authenticator: AuthenticatorRecord, of customer: OrchestrationCustomer,
        at now: Date
    ) async throws -> CommandEnvelope {
        var (exchange, instance) = (known.channel, authenticator.channel)
        let end = try OrchestrationRefusal.telling { () throws(CommandError) in
            try instance.finishPasswordChange(command, exchange: &exchange)
        }
        let realm = customer.realm.id
        let sealed = try ExchangeRecord.sealed(exchange, realm: realm, sealer)
        let change = try AuthenticatorChange(authenticator, to: instance, sealer)
        try await database.write { [audit] transaction in
            try ExchangeRecord.update(command.flow, sealed: sealed, from: known.version, realm: realm, in: transaction)
            try change.write(for: customer, audit, at: now, in: transaction)
            guard end.outcome.status == .accepted else { return }
            try audit.append(
                .userChanged, ["change": "orchestration PIN changed", "authenticator": .string(authenticator.name)], at: now, realm: realm,
                user: authenticator.user, client: customer.application, in: transaction)
        }
        return end.reply
    }
}

extension DeviceCommand {
    /// The address that is told; nil for another command, and for a text that is no address.
    fileprivate var notification: String? {
        guard case .notificationRegistration(_, let identifier) = self, NotificationIdentifier.address(identifier) != nil else {
            return nil
        }
        return identifier
    }

    fileprivate func data(at now: Date) -> DeviceDataRecord? {
        guard case .deviceData(_, let event, let application, let device) = self else { return nil }
        return DeviceDataRecord(event: event, applicationData: application, deviceData: device, received: now)
    }
}
