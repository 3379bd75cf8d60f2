package import Foundation
package import Foundations
package import Primitives
package import Store

/// A request's claim to be the one by which an answer is taken.
package struct AnswerClaim: Sendable {
    /// The standing of the answer, as a request finds it.
    package enum Standing: Sendable {
        /// No request has taken this answer, or its result isn't given again any more.
        case untaken
        /// This very request has.
        case own
        /// Another request has, and works on it.
        case pending
        /// Another request has, with this result.
        case done(Secret)
    }

    /// The text by which waiting requests are told that there is a result.
    package let key: String
    private let answer: [UInt8]
    private let name: [UInt8]
    private let request: String
    private let realm: UUID
    private let seals: KeyedHash
    private let random: any RandomSource

    /// - Parameter answer: all that makes a request the same as another: whose it is, and what it says. It must be beyond guessing.
    package init(_ answer: [UInt8], realm: UUID, _ sealer: Sealer, random: any RandomSource) {
        self.answer = answer
        self.realm = realm
        self.random = random
        name = KeyedHash("taken answers", sealer).hash(answer)
        seals = KeyedHash("results of taken answers", sealer)
        key = Base64URL.encode(name)
        request = random.token(16)
    }

    /// Takes the answer, in the transaction that spends what it answers.
    package func take(at now: Date, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO taken_answers (realm, name, request, expires) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (realm, name) DO UPDATE SET request = ?3, result = NULL, expires = ?4 WHERE taken_answers.expires <= ?5
            """, realm, name, request, now.addingTimeInterval(TakenAnswers.window), now)
    }

    /// Keeps the result, if it was this request that took the answer, for other requests with the same one.
    package func keep(_ result: Secret, at now: Date, in transaction: any WriteTransaction) throws {
        guard result.count <= TakenAnswers.longest else { return }
        let sealed = try seals.seal(result, for: answer, random: random)
        try transaction.execute(
            "UPDATE taken_answers SET result = ?4, expires = ?5 WHERE realm = ?1 AND name = ?2 AND request = ?3", realm, name, request,
            sealed,
            now.addingTimeInterval(TakenAnswers.window))
        transaction.wake(.takenAnswer, key)
    }

    /// Reads where the answer stands.
    package func standing(at now: Date, in transaction: any ReadTransaction) throws -> Standing {
        let row = try transaction.row(
            "SELECT request, result FROM taken_answers WHERE realm = ?1 AND name = ?2 AND expires > ?3", realm, name, now)
        guard let row else { return .untaken }
        guard try row.text("request") != request else { return .own }
        guard let sealed = try row.optionalBlob("result") else { return .pending }
        return .done(try seals.open(sealed, for: answer))
    }
}
