package import Directory
package import CommandChannel
import Foundation
import Foundations
import Primitives
import Store

extension Orchestrations {
    /// A code that a user typed, or an app sent, and what it answers.
    package enum TypedCode: Sendable {
        /// A one-time password.
        case password(String)
        /// The answer to a challenge of this server's, by the challenge's id.
        case answer(String, challenge: String)
        /// The signature of data.
        case signature(String, TransactionFields)

        var failure: OrchestrationRefusal.Code { if case .signature = self { .signatureFailed } else { .authenticationFailed } }
    }

    /// A code that was right.
    package struct GoodCode: Sendable, Equatable {
        /// The authenticator that made it.
        package let authenticator: String
        /// The digits by which the user knows the server; nil for a code without them.
        package let hostCode: String?
    }

    /// Judges a code of any of a user's authenticators, or of the one that is named. It is good once. A wrong one costs a try of each that it
    /// could have been of.
    /// - Throws: ``OrchestrationRefusal``.
    package func validate(
        _ code: TypedCode, of reference: UserReference, authenticator name: String? = nil, _ customer: OrchestrationCustomer
    ) async throws -> GoodCode {
        try await settled {
            let now = time.now
            let (user, candidates) = try await authenticators(of: reference, name, customer, at: now)
            let challenge = try await challenge(of: code, user, customer, at: now)
            let verdicts = try candidates.map { record in
                var instance = record.channel
                let verdict = try Self.verdict(code, challenge, &instance, customer, at: now)
                return (change: try AuthenticatorChange(record, to: instance, sealer), verdict: verdict)
            }
            let good = verdicts.first { $0.verdict.outcome.status == .accepted }
            let changes = (good.map { [$0] } ?? verdicts).map(\.change)
            try await database.write { [audit] transaction in
                for change in changes { try change.write(for: customer, audit, at: now, in: transaction) }
                if good != nil, case .answer(_, let id) = code { try ChallengeRecord.spend(id, of: customer, at: now, in: transaction) }
                let named = changes.map { JSONValue.string($0.record.name) }
                try audit.append(
                    good == nil ? .loginFailed : .loginSucceeded,
                    ["change": .string("orchestration code \(good == nil ? "refused" : "accepted")"), "authenticators": .array(named)],
                    at: now,
                    realm: customer.realm.id, user: user, client: customer.application, in: transaction)
            }
            guard let good else { throw OrchestrationRefusal(code.failure, "the code isn't right") }
            return GoodCode(authenticator: good.change.record.name, hostCode: good.verdict.hostCode)
        }
    }

    private func challenge(
        of code: TypedCode, _ user: UUID, _ customer: OrchestrationCustomer, at now: Date
    ) async throws -> String? {
        guard case .answer(_, let id) = code else { return nil }
        let found = try await database.lookUp { try ChallengeRecord.find(id, user: user, of: customer, at: now, in: $0) }
        guard let found else { throw OrchestrationRefusal(.sessionUnknown, "there is no challenge of this id that waits for an answer") }
        return found
    }

    private static func verdict(
        _ code: TypedCode, _ challenge: String?, _ instance: inout ServerInstance, _ customer: OrchestrationCustomer, at now: Date
    ) throws -> CodeVerdict {
        let takesWithoutPIN = customer.rules.takesCodesWithoutPIN
        var judged = instance
        let verdict = try OrchestrationRefusal.telling { () throws(CommandError) in
            switch code {
            case .password(let text), .answer(let text, _):
                let index = try judged.terms.index(of: challenge == nil ? .oneTimePassword : .challengeResponse)
                return try judged.judge(
                    text, application: index, challenge: challenge, allowsWithoutPIN: takesWithoutPIN, at: now)
            case .signature(let text, let fields):
                let index = try judged.terms.index(of: .signature)
                return try judged.judge(
                    signature: text, of: fields, application: index, allowsWithoutPIN: takesWithoutPIN, at: now)
            }
        }
        instance = judged
        return verdict
    }

    /// Makes a challenge for a user to type into the app.
    /// - Parameters:
    ///   - length: the number of digits, 4 to 16, with the one that checks them.
    ///   - hasCheckDigit: whether the last digit checks the others (ISO/IEC 7812-1, Annex B).
    /// - Throws: ``OrchestrationRefusal``.
    package func makeChallenge(
        for reference: UserReference, length: Int, hasCheckDigit: Bool, of customer: OrchestrationCustomer
    ) async throws -> (id: String, challenge: String) {
        guard (4...16).contains(length) else { throw OrchestrationRefusal(.invalid, "a challenge has 4 to 16 digits") }
        let now = time.now
        let user = try await database.lookUp { try Self.activeUser(reference, of: customer, at: now, in: $0) }
        let (id, end) = (Hexadecimal.encode(random.bytes(16)), now.addingTimeInterval(Self.challengeLifetime))
        let digits = random.characters(hasCheckDigit ? length - 1 : length, of: "0123456789")
        let challenge = String(own: hasCheckDigit ? digits + [Self.checkDigit(of: digits)] : digits)
        try await database.write { transaction in
            try ChallengeRecord.insert(id, challenge, user: user, of: customer, at: now, until: end, in: transaction)
        }
        return (id, challenge)
    }

    private static let challengeLifetime: TimeInterval = 300

    private static func checkDigit(of digits: [UInt8]) -> UInt8 {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = Int(digit.element - UInt8(ascii: "0")) * (digit.offset.isMultiple(of: 2) ? 2 : 1)
            return sum + value / 10 + value % 10
        }
        return UInt8(ascii: "0") + UInt8((10 - sum % 10) % 10)
    }
}
