package import Foundation
package import Primitives
package import Store
package import Foundations

extension SecurityQuestions {
    /// A question and what its user answers.
    package struct NewAnswer: Sendable {
        package let question: SecurityQuestion
        /// The answer as the user typed it.
        package let answer: Secret

        package init(_ question: SecurityQuestion, _ answer: Secret) {
            self.question = question
            self.answer = answer
        }
    }

    /// Replaces all of a user's questions and answers.
    ///
    /// - Throws: `invalid` for too few or too many, a question that is there twice or that the realm doesn't have, an own question where
    ///   the realm allows none, an answer that is empty or too long; `unknownUser`; `overloaded` of the hasher.
    package func define(_ answers: [NewAnswer], of user: User, in realm: Realm, for asker: Asker = .server) async throws {
        try check(answers, in: realm)
        var hashes: [String] = []
        for answer in answers { hashes.append(try await hasher.hash(Self.normalized(answer.answer), for: asker)) }
        let (rows, now) = (Array(zip(answers.map(\.question), hashes)), time.now)
        try await database.write { transaction in
            guard try Users.user(user.id, realm: realm.id, in: transaction) != nil else { throw Users.unknown(user.id) }
            try transaction.execute("DELETE FROM security_answers WHERE realm = ?1 AND user_id = ?2", realm.id, user.id)
            for (position, (question, hash)) in rows.enumerated() {
                try Self.insert(question, hash, at: position, user, transaction)
            }
            try audit.append(.userChanged, ["change": "security questions"], at: now, realm: realm.id, user: user.id, in: transaction)
        }
    }

    /// Checks a user's answers under the same limits as a password: one attempt for all of them, counted before they are looked at.
    ///
    /// - Parameters:
    ///   - user: the user who has the name; nil for a name that is no user's.
    ///   - answers: by the questions' positions, for exactly the questions that were asked (``choice(for:in:)``).
    ///   - spend: spends what this attempt may be made with only once; throws to refuse it.
    /// - Throws: the errors of `spend`; `overloaded` of the hasher.
    package func verify(
        _ answers: [Int: Secret], of username: String, known user: UUID? = nil, in realm: Realm, from address: String,
        spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void = { _ in }
    ) async throws -> PasswordAuthentication.Verdict {
        let attempt = Attempts.Attempt(factor: .securityQuestions, username: username, user: user, realm: realm, address: address)
        return try await attempts.make(attempt, success: .restores, spending: spend) { user in
            let stored = try await stored(user)
            var areRight = answers.count >= max(1, realm.settings[QuestionSettings.self].kbaAnswersToVerify)
            // All of them are looked at, so that the time doesn't tell which was wrong.
            for (position, answer) in answers.sorted(by: { $0.key < $1.key }) {
                let isRight = try await isRight(answer, stored[position], for: attempt.asker)
                areRight = areRight && isRight
            }
            return areRight
        }
    }

    private func isRight(_ answer: Secret, _ hash: String?, for asker: Asker) async throws -> Bool {
        let answer = Self.normalized(answer)
        guard let hash, !answer.isEmpty else {
            try await hasher.verifyNothing(answer, for: asker)
            return false
        }
        return try await hasher.verify(answer, against: hash, for: asker)
    }

    private func stored(_ user: User?) async throws -> [Int: String] {
        guard let user else { return [:] }
        let answers = try await database.read { transaction in
            try transaction.rows("SELECT * FROM security_answers WHERE realm = ?1 AND user_id = ?2", user.realm, user.id)
                .compactMap { try StoredAnswer($0) }
        }
        return Dictionary(answers.map { ($0.asked.position, $0.hash) }) { first, _ in first }
    }

    /// Refuses what can't be all of a user's questions and answers.
    /// - Throws: `invalid`, as ``define(_:of:in:)`` says.
    package func check(_ answers: [NewAnswer], in realm: Realm) throws(DomainError) {
        let least = realm.settings[QuestionSettings.self].kbaMinimumAnswers
        guard (max(1, least)...max(least, Self.mostAnswers)).contains(answers.count) else {
            throw DomainError(.invalid, "\(answers.count) security questions; \(least) to \(max(least, Self.mostAnswers)) are wanted")
        }
        for (index, answer) in answers.enumerated() {
            guard !answers[..<index].contains(where: { $0.question == answer.question }) else {
                throw DomainError(.invalid, "a security question is there twice; choose different ones")
            }
            try check(answer, in: realm)
        }
    }

    /// Refuses what can't be one of a user's questions with its answer.
    /// - Throws: `invalid`.
    package func check(_ answer: NewAnswer, in realm: Realm) throws(DomainError) {
        switch answer.question {
        case .offered(let id):
            guard realm.settings[QuestionSettings.self].kbaQuestions[id] != nil else {
                throw DomainError(.invalid, "the realm has no security question \(id.prefix(64))")
            }
        case .own(let text):
            guard realm.settings[QuestionSettings.self].kbaOwnQuestions else {
                throw DomainError(.invalid, "the realm allows no security questions of one's own")
            }
            guard (1...Self.longestText).contains(text.unicodeScalars.count), !text.unicodeScalars.contains("\0") else {
                throw DomainError(.invalid, "a security question has 1 to \(Self.longestText) characters")
            }
        }
        let answer = Self.normalized(answer.answer)
        guard !answer.isEmpty, answer.count <= Self.longestText * 4 else {
            throw DomainError(.invalid, "an answer has 1 to \(Self.longestText) characters")
        }
    }

    private static func insert(
        _ question: SecurityQuestion, _ hash: String, at position: Int, _ user: User, _ transaction: any WriteTransaction
    ) throws {
        let (offered, own): (String?, String?) =
            switch question {
            case .offered(let id): (id, nil)
            case .own(let text): (nil, text)
            }
        try transaction.execute(
            """
            INSERT INTO security_answers (realm, user_id, position, question, own_question, answer) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """, user.realm, user.id, position, offered, own, hash)
    }

    private static let mostAnswers = 20

    /// The greatest length of a question of the user's own, and of an answer, in characters.
    package static let longestText = 256
}
