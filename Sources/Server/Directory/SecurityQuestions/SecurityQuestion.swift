import Primitives

/// A question that only its user should be able to answer: the realm's, or the user's own.
package enum SecurityQuestion: Sendable, Equatable {
    /// One of the realm's, by its id.
    case offered(String)
    /// The user's own words.
    case own(String)
}

/// A question that a user has answered, at its place among the user's questions.
package struct AnsweredQuestion: Sendable, Equatable {
    /// The place among the user's questions, counted from 0.
    package let position: Int
    package let question: SecurityQuestion

    package init(position: Int, question: SecurityQuestion) {
        self.position = position
        self.question = question
    }
}
