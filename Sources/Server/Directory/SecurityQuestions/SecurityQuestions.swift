import Foundation
package import Primitives
import ResourceMessages
package import Store
package import Foundations
import Translations

/// Questions and answers by which users prove who they are when they have forgotten their password (KBA).
///
/// NIST SP 800-63B-4 allows them no more for authentication; journeys that were built with them continue working, under the same limits as
/// passwords. An answer is hashed like a password, in a form that forgives case and spaces.
package struct SecurityQuestions: Sendable {
    /// The table `security_answers`; rows go with their realm or user.
    package static let feature = Feature(
        history: [SchemaStep(2, "profiles", place: 4, tables)],
        tables: [.owned("security_answers", filled: .byOwners, by: .user("user_id"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE security_answers (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, position BIGINT NOT NULL, question TEXT, own_question TEXT,
            answer TEXT NOT NULL, PRIMARY KEY (realm, user_id, position))
        """
    ]

    package let database: any Database
    package let attempts: Attempts
    package let hasher: PasswordHasher
    package let audit: AuditLog
    package let time: any TimeSource
    package let random: any RandomSource

    package init(
        database: any Database, attempts: Attempts, hasher: PasswordHasher, audit: AuditLog, time: any TimeSource, random: any RandomSource
    ) {
        self.database = database
        self.attempts = attempts
        self.hasher = hasher
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// The realm's questions by their ids, each in the first of some languages that there is one for.
    package func offered(in realm: Realm, languages: [String]) -> [(id: String, text: String)] {
        realm.settings[QuestionSettings.self].kbaQuestions.sorted { $0.key < $1.key }.compactMap { id, texts in
            Self.text(id, texts, languages).map { (id, $0) }
        }
    }

    /// A question in words; nil when the realm has it no more.
    package func text(_ question: SecurityQuestion, in realm: Realm, languages: [String]) -> String? {
        switch question {
        case .own(let text): text
        case .offered(let id): realm.settings[QuestionSettings.self].kbaQuestions[id].flatMap { Self.text(id, $0, languages) }
        }
    }

    /// Returns the question chosen by a user whose form showed the questions as texts: one of the realm's in whatever language, else their
    /// own.
    package func question(_ text: String, in realm: Realm) -> SecurityQuestion {
        let id = realm.settings[QuestionSettings.self].kbaQuestions.sorted { $0.key < $1.key }.first {
            $0.value.values.contains(text) || $0.key == text || Self.isOwn(text, $0.key, $0.value)
        }?.key
        return id.map(SecurityQuestion.offered) ?? .own(text)
    }

    /// The questions that a user has answered.
    package func answered(by user: User) async throws -> [AnsweredQuestion] {
        try await database.read { transaction in
            try transaction.rows(
                "SELECT * FROM security_answers WHERE realm = ?1 AND user_id = ?2 ORDER BY position", user.realm, user.id
            ).compactMap { try StoredAnswer($0)?.asked }
        }
    }

    /// Whether a user has answered as many questions as the realm wants.
    package func isComplete(_ user: User, in realm: Realm) async throws -> Bool {
        try await answered(by: user).count >= realm.settings[QuestionSettings.self].kbaMinimumAnswers
    }

    /// Returns how many questions the realm asks.
    package func asked(in realm: Realm) -> Int { max(1, realm.settings[QuestionSettings.self].kbaAnswersToVerify) }

    /// A random choice of a user's questions, as many as the realm asks; empty when the user hasn't answered so many.
    package func choice(for user: User, in realm: Realm) async throws -> [AnsweredQuestion] {
        let answered = try await answered(by: user)
        return answered.count >= asked(in: realm) ? choice(of: answered, in: realm) : []
    }

    /// A random choice of some questions, as many as the realm asks if there are so many.
    package func choice(of questions: [AnsweredQuestion], in realm: Realm) -> [AnsweredQuestion] {
        var left = questions
        var chosen: [AnsweredQuestion] = []
        while chosen.count < asked(in: realm), !left.isEmpty {
            let number = random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            chosen.append(left.remove(at: Int(number % UInt64(left.count))))
        }
        return chosen.sorted { $0.position < $1.position }
    }

    private static func text(_ id: String, _ texts: [String: String], _ languages: [String]) -> String? {
        if let own = Catalogue.text(\.questions, id, written: texts, for: languages) { return own }
        for language in languages {
            if let text = texts[language] ?? texts[String(language.prefix { $0 != "-" })] { return text }
        }
        return texts["en"] ?? texts.min { $0.key < $1.key }?.value
    }

    /// Whether a text is a question of the server's own, in whatever language.
    private static func isOwn(_ text: String, _ id: String, _ texts: [String: String]) -> Bool {
        Language.allCases.contains { language in
            Catalogue.text(\.questions, id, written: texts, for: [language.rawValue])?.isExactly(text) ?? false
        }
    }
}

extension SecurityQuestions {
    /// A stored answer.
    struct StoredAnswer: Sendable {
        let asked: AnsweredQuestion
        let hash: String

        init?(_ row: Row) throws {
            let (offered, own) = (try row.optionalText("question"), try row.optionalText("own_question"))
            guard let question = offered.map(SecurityQuestion.offered) ?? own.map(SecurityQuestion.own) else { return nil }
            asked = AnsweredQuestion(position: Int(try row.int("position")), question: question)
            hash = try row.text("answer")
        }
    }

    /// The form in which answers are compared: canonical Unicode, lower case, single spaces.
    static func normalized(_ answer: Secret) -> Secret {
        Secret(QueryFilter.folded(answer.reveal()).split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
}
