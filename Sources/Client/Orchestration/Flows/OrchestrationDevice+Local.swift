public import CommandChannel
import Foundation
import Primitives

extension OrchestrationDevice {
    /// A one-time password, or the answer to a challenge. No network is used.
    ///
    /// A wrong PIN gives a code like any other, which the server refuses.
    /// - Throws: ``OrchestrationError/Code/application``; ``OrchestrationError/Code/challengeMissing``;
    ///   ``OrchestrationError/Code/challengeFormat``; ``OrchestrationError/Code/aborted``.
    public func oneTimePassword(
        _ name: String, domain: String? = nil, application index: Int, challenge: String? = nil, method: AuthenticationMethod = .password,
        prompts: any UserPrompts
    ) async throws(OrchestrationError) -> ApplicationCode {
        let user = try user(name, domain)
        return try await exclusively(user) { () async throws(OrchestrationError) in
            let record = try await activated(user)
            let application = try Self.application(index, [.oneTimePassword, .challengeResponse], record)
            guard application.use == .oneTimePassword || challenge?.isEmpty == false else {
                throw OrchestrationError(.challengeMissing, "the application needs a challenge")
            }
            let challenge = application.use == .challengeResponse ? challenge : nil
            let (secret, _) = try await secret(record, method, prompts)
            do throws(CommandError) { return try secret.key(of: application).code(challenge: challenge, at: time.now) } catch {
                throw OrchestrationError(.challengeFormat, error.reason, underlying: error)
            }
        }
    }

    /// The signature of data fields, at most 8 of at most 16 characters. No network is used.
    /// - Throws: ``OrchestrationError/Code/dataFieldCount``; ``OrchestrationError/Code/dataFieldLength``;
    ///   ``OrchestrationError/Code/application``; ``OrchestrationError/Code/aborted``.
    public func signature(
        _ name: String, domain: String? = nil, application index: Int, fields: [String], method: AuthenticationMethod = .password,
        prompts: any UserPrompts
    ) async throws(OrchestrationError) -> ApplicationCode {
        let (user, fields) = (try user(name, domain), try Self.read(fields))
        return try await exclusively(user) { () async throws(OrchestrationError) in
            let record = try await activated(user)
            let application = try Self.application(index, [.signature], record)
            let (secret, _) = try await secret(record, method, prompts)
            let now = time.now
            return try translating(command: try secret.key(of: application).signature(of: fields, at: now), in: .localTransaction)
        }
    }

    private static func read(_ fields: [String]) throws(OrchestrationError) -> TransactionFields {
        do throws(TransactionFields.Fault) { return try TransactionFields(fields) } catch {
            switch error {
            case .count: throw OrchestrationError(.dataFieldCount, "there are 1 to 8 data fields")
            case .length: throw OrchestrationError(.dataFieldLength, "a data field has at most 16 characters")
            }
        }
    }

    static func application(
        _ index: Int, _ uses: Set<CryptographicApplication.Use>, _ record: UserRecord
    ) throws(OrchestrationError) -> CryptographicApplication {
        do { return try record.terms.application(index, uses) } catch {
            throw OrchestrationError(.application, error.reason, underlying: error)
        }
    }
}
