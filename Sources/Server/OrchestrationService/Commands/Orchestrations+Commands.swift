import CommandChannel
import Directory
import Foundation
import Foundations
import Primitives
import Store

extension Orchestrations {
    /// Answers a command that a customer's server carried here.
    /// - Throws: ``OrchestrationRefusal``, also for a command of another customer's device.
    package func answer(_ text: String, of customer: OrchestrationCustomer) async throws -> String {
        let command = try OrchestrationRefusal.telling { () throws(CommandError) in try CommandEnvelope(text) }
        guard !command.isFromServer else { throw Self.otherCommand }
        return try await settled { try await answer(command, of: customer) }.text
    }

    private func answer(_ command: CommandEnvelope, of customer: OrchestrationCustomer) async throws -> CommandEnvelope {
        switch command.kind {
        case .activationStart: return try await start(command, of: customer)
        case .activationEvidence, .activationDevice, .activationConfirmation: return try await proceed(command, of: customer)
        case .error: throw Self.otherCommand
        case .remoteAuthentication, .remoteTransaction, .notificationRegistration, .pendingRequests, .passwordChange, .deviceData: break
        }
        let now = time.now
        switch command.kind {
        case .remoteAuthentication, .remoteTransaction: return try await decide(command, of: customer, at: now)
        default: return try await exchange(command, of: customer, at: now)
        }
    }

    /// The authenticator that a command names, whose user may sign in, and what else the command's flow has stored.
    func sender<Stored: Sendable>(
        of command: CommandEnvelope, _ customer: OrchestrationCustomer, at now: Date,
        _ find: @escaping @Sendable (FlowID, AuthenticatorRecord, any ReadTransaction) throws -> Stored?
    ) async throws -> (AuthenticatorRecord, Stored?) {
        let (realm, application, sealer) = (customer.realm.id, customer.application, sealer)
        return try await database.lookUp { transaction in
            guard let found = try AuthenticatorRecord.find(command.hint, of: customer, in: transaction, sealer) else {
                throw OrchestrationRefusal.unassigned
            }
            guard let member = try OrchestrationUsers.member(found.user, of: application, realm: realm, in: transaction) else {
                throw OrchestrationRefusal.unassigned
            }
            guard member.user.maySignIn(at: now) else { throw OrchestrationRefusal.mayNotSignIn }
            return (found, try find(command.flow, found, transaction))
        }
    }

    /// The refusal of a command as a command, for the device; nil for a text that is none.
    package static func refusal(_ refusal: OrchestrationRefusal, of text: String) -> String? {
        guard let command = try? CommandEnvelope(text) else { return nil }
        return try? ServerRefusal(code: refusal.code.rawValue, message: refusal.reason).command(answering: command).text
    }
}
