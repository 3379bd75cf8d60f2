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
        let (authenticator, now) = (try await sender(of: command, customer), time.now)
        switch command.kind {
        case .remoteAuthentication, .remoteTransaction: return try await answer(command, authenticator, of: customer, at: now)
        default: return try await exchange(command, authenticator, of: customer, at: now)
        }
    }

    /// The authenticator that a command names, whose user may sign in.
    private func sender(of command: CommandEnvelope, _ customer: OrchestrationCustomer) async throws -> AuthenticatorRecord {
        let (realm, application, sealer, now) = (customer.realm.id, customer.application, sealer, time.now)
        return try await database.lookUp { transaction in
            guard let found = try AuthenticatorRecord.find(command.hint, of: customer, in: transaction, sealer) else {
                throw OrchestrationRefusal.unassigned
            }
            guard let member = try OrchestrationUsers.member(found.user, of: application, realm: realm, in: transaction) else {
                throw OrchestrationRefusal.unassigned
            }
            guard member.user.maySignIn(at: now) else { throw OrchestrationRefusal.mayNotSignIn }
            return found
        }
    }

    /// The refusal of a command as a command, for the device; nil for a text that is none.
    package static func refusal(_ refusal: OrchestrationRefusal, of text: String) -> String? {
        guard let command = try? CommandEnvelope(text) else { return nil }
        return try? ServerRefusal(code: refusal.code.rawValue, message: refusal.reason).command(answering: command).text
    }
}
