import Directory
import CommandChannel
import Foundation
import Foundations
import Primitives
import Store

extension Orchestrations {
    /// Takes a device's answer to a request. The first decision of any of the user's devices counts; later ones are told which it was.
    func decide(_ command: CommandEnvelope, of customer: OrchestrationCustomer, at now: Date) async throws -> CommandEnvelope {
        let sealer = sealer
        let (authenticator, found) = try await sender(of: command, customer, at: now) { flow, authenticator, transaction in
            try SessionRecord.find(flow, of: authenticator, customer, in: transaction, sealer)
        }
        guard let record = found else { throw OrchestrationRefusal(.sessionUnknown, "there is no request that the command answers") }
        var (session, instance) = (record.channel, authenticator.channel)
        if let repeated = session.exchange.repeated(command) { return repeated }
        session.end(as: record.request.stored)
        let wasPending = session.state == .pending
        let reply = try OrchestrationRefusal.telling { () throws(CommandError) in
            try session.take(command, from: &instance, at: now)
        }
        let sealed = try SessionRecord.sealed(session, command.flow, realm: customer.realm.id, sealer)
        let change = try AuthenticatorChange(authenticator, to: instance, sealer)
        let end = wasPending ? session.state.end : nil
        try await database.write { [audit] transaction in
            try record.update(command.flow, sealed: sealed, in: transaction)
            if let end {
                try record.request.end(end, by: authenticator.name, at: now, in: transaction)
                try audit.append(
                    end == .accepted ? .loginSucceeded : .loginFailed,
                    [
                        "change": .string("orchestration request \(end.rawValue)"), "request": .string(record.request.id),
                        "authenticator": .string(authenticator.name),
                    ], at: now, realm: customer.realm.id, user: authenticator.user, client: customer.application, in: transaction)
            }
            try change.write(for: customer, audit, at: now, in: transaction)
        }
        if let end { await complete(record.request.risk, hasSucceeded: end == .accepted, of: customer) }
        return reply
    }
}

extension RemoteSession {
    /// Ends a device's side of a request that has ended by another's.
    fileprivate mutating func end(as state: RequestRecord.SessionStatus) {
        switch state {
        case .pending: break
        case .accepted: end(.accepted)
        case .refused: end(.refused)
        case .failed: end(.locked)
        case .timeout: end(.expired)
        }
    }
}

extension RemoteSession.State {
    /// The end that it is for the whole request; nil for none.
    fileprivate var end: RequestRecord.SessionStatus? {
        switch self {
        case .accepted: .accepted
        case .refused: .refused
        case .locked: .failed
        case .pending, .expired: nil
        }
    }
}
