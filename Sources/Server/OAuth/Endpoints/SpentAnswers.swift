import Foundation
import OAuthMessages
import Primitives
import Store
import Sessions
import Directory
package import Foundations

/// The answers to refresh tokens that were spent a moment ago, for clients whose setting `refreshGrace` lets them ask once more
/// (docs/decisions/0116-a-grace-that-clients-ask-for.md).
///
/// An answer is sealed with a key that is made of the spent token, which the database doesn't hold: who has only the database can't read it,
/// and who has the token could have had the answer. Its bounds: the setting's seconds, ``mostRepeats`` of each, ``mostKept`` of a grant.
package enum SpentAnswers {
    /// The table `refresh_answers`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(46, "refresh answers", tables)],
        tables: [.owned("refresh_answers", filled: .byOwners, by: .user("user_id"), .application("application"))],
        expiry: [Expiry("refresh_answers", key: "realm, grant_id, generation", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE refresh_answers (
            realm TEXT NOT NULL, grant_id TEXT NOT NULL, generation BIGINT NOT NULL, user_id TEXT NOT NULL, application TEXT NOT NULL,
            sealed BLOB NOT NULL, spent BIGINT NOT NULL, repeats BIGINT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, grant_id, generation))
        """,
        "CREATE INDEX refresh_answers_expires ON refresh_answers (expires)",
    ]

    /// The number of times that one answer is given again.
    static let mostRepeats: Int64 = 16
    /// The number of answers of one grant that are kept at a time.
    static let mostKept: Int64 = 4

    /// A spent token as its bearer shows it, and what was asked with it.
    struct Question: Sendable {
        let token: GrantToken
        /// The token's text, of which the key is made.
        let text: Secret
        /// The scope asked for, in any order; nil when the request doesn't say, and means the grant's. A request for another scope is another
        /// request.
        let scope: Scope?
        /// The seconds for which the answer is given again.
        let grace: TimeInterval
    }

    /// Keeps the answer to a token that is being spent, in the transaction that spends it.
    ///
    /// - Parameter grant: the grant before it is advanced.
    static func keep(
        _ response: TokenResponse, to question: Question, of grant: Grant, at now: Date, sealedBy seals: KeyedHash,
        random: any RandomSource,
        in transaction: any WriteTransaction
    ) throws {
        var content: JSONObject = ["response": response.json]
        content["scope"] = .string((question.scope ?? grant.scope).description)
        let sealed = try seals.seal(
            Secret(bytes: JSONValue.object(content).encoded), for: message(of: question, for: grant), random: random)
        try transaction.execute(
            """
            INSERT INTO refresh_answers (realm, grant_id, generation, user_id, application, sealed, spent, repeats, expires)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8)
            """, grant.realm, grant.id, grant.generation, grant.user, grant.application, sealed, now,
            now.addingTimeInterval(question.grace))
        try transaction.execute(
            "DELETE FROM refresh_answers WHERE realm = ?1 AND grant_id = ?2 AND generation <= ?3", grant.realm, grant.id,
            grant.generation - mostKept)
    }

    /// The kept answer to the same request; nil when there is none any more, or it was given too often.
    ///
    /// Both the time that was set when the token was spent and the one that is set now count.
    static func answer(
        to question: Question, of grant: Grant, at now: Date, openedBy seals: KeyedHash, in transaction: any WriteTransaction
    ) throws -> TokenResponse? {
        let row = try transaction.row(
            "SELECT sealed, spent FROM refresh_answers WHERE realm = ?1 AND grant_id = ?2 AND generation = ?3 AND expires > ?4",
            grant.realm, grant.id, question.token.generation, now)
        guard let row else { return nil }
        let age = now.timeIntervalSince(try row.date("spent"))
        guard age < question.grace, let response = try open(row.blob("sealed"), by: seals, for: question, of: grant) else { return nil }
        let isAllowed = try transaction.execute(
            """
            UPDATE refresh_answers SET repeats = repeats + 1
            WHERE realm = ?1 AND grant_id = ?2 AND generation = ?3 AND repeats < ?4
            """, grant.realm, grant.id, question.token.generation, mostRepeats)
        return isAllowed == 1 ? response.aged(by: age) : nil
    }

    private static func open(_ sealed: [UInt8], by seals: KeyedHash, for question: Question, of grant: Grant) throws -> TokenResponse? {
        var spent = grant
        spent.generation = question.token.generation
        guard let opened = try? seals.open(sealed, for: message(of: question, for: spent)),
            let content = opened.withBytes({ try? JSONValue(parsing: $0) }),
            (content["scope"]?.string.map { Scope(stored: $0) } ?? grant.scope).isSame(as: question.scope ?? grant.scope),
            let response = content["response"]
        else { return nil }
        return try TokenResponse(json: response)
    }

    /// The message that an answer is sealed for: the token, whose MAC can't be guessed, and its place in the grant.
    private static func message(of question: Question, for grant: Grant) -> [UInt8] {
        question.text.withBytes { Array("\(grant.realm.text) \(grant.id.text) \(grant.generation) ".utf8) + $0 }
    }

}

extension TokenResponse {
    /// The answer some time later: its access token ends when it did.
    fileprivate func aged(by seconds: TimeInterval) -> TokenResponse {
        var later = self
        later.expiresIn = expiresIn.map { max(0, $0 - Int(seconds.rounded(.down))) }
        return later
    }
}

extension Scope {
    /// Whether another one holds the same scopes, in whatever order: it is a set (RFC 6749 §3.3).
    fileprivate func isSame(as other: Scope) -> Bool { isSubset(of: other) && other.isSubset(of: self) }
}
