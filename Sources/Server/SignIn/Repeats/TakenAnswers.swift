package import Foundation
package import Foundations
import Primitives
package import Store

/// The results of answers to steps that were taken a moment ago: a browser that sends an answer twice, as on a double click, gets the result of
/// the first (docs/decisions/0110-double-answers.md).
///
/// A row is written in the transaction that spends the step's state, before there is a result: it says that this answer, to the byte and from this
/// browser, is the one that was taken. The result is added when there is one. A row is found, and its result opened, by hashes of the answer
/// alone, which is kept nowhere and holds a sealed state that is beyond guessing.
package enum TakenAnswers {
    /// The table `taken_answers`; rows go with their realm, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(45, "answers taken", tables)],
        tables: [
            .free(
                "taken_answers",
                filled: .byStrangers(
                    StrangerBounds(by: .address, bytes: TakenAnswers.longest + 1024, renewals: .none, lifetime: .seconds(60))),
                because: "results of some seconds, which only who sends the answer again can open")
        ],
        expiry: [Expiry("taken_answers", key: "realm, name", by: "expires").brief])

    private static let tables: [SQL] = [
        """
        CREATE TABLE taken_answers (
            realm TEXT NOT NULL, name BLOB NOT NULL, request TEXT NOT NULL, result BLOB, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, name))
        """,
        "CREATE INDEX taken_answers_expires ON taken_answers (expires)",
    ]

    /// The time in seconds for which a result is given again, and for which a request is waited for that has none yet.
    package static let window: TimeInterval = 10
    /// The longest result that is kept, in bytes; a longer one isn't given again.
    package static let longest = 64 << 10
}

extension Wakeup.Topic {
    /// An answer whose result is there; the key is ``AnswerClaim/key``.
    package static let takenAnswer = Wakeup.Topic("taken answer")
}
