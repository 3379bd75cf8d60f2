import Foundation
import Primitives
import Store
import Testing
@testable import Services
@testable import Directory
@testable import Foundations
import Translations

@Suite("Security questions")
struct SecurityQuestionTests {
    static let answers: [SecurityQuestions.NewAnswer] = [
        .init(.offered("1"), Secret("Rex")), .init(.own("Which  colour?"), Secret(" Dark   BLUE ")), .init(.offered("3"), Secret("Straße")),
    ]

    private func defined() async throws -> DomainHarness {
        let harness = try await DomainHarness()
        try await harness.domain.credentials.securityQuestions.define(Self.answers, of: harness.user, in: harness.realm)
        return harness
    }

    private func verify(_ harness: DomainHarness, _ answers: [Int: String], user: String = "demo") async throws -> Bool {
        let given = answers.mapValues { Secret($0) }
        return try await harness.domain.credentials.securityQuestions.verify(given, of: user, in: harness.realm, from: "192.0.2.1")
            != .refused
    }

    @Test("right answers are accepted whatever their case and spaces; the answers are nowhere to be read")
    func right() async throws {
        let harness = try await defined()
        #expect(try await verify(harness, [0: "REX", 1: "dark blue"]))
        #expect(try await verify(harness, [1: "Dark Blue ", 2: "straße"]))
        let rows = try await harness.database.read { try $0.rows("SELECT answer FROM security_answers").map { try $0.text("answer") } }
        #expect(rows.count == 3 && rows.allSatisfy { $0.hasPrefix("$argon2id$") })
        await harness.close()
    }

    @Test(
        "anything else is refused",
        arguments: [
            [:], [0: "Rex"], [0: "Rex", 1: "red"], [0: "", 1: ""], [0: "Rex", 7: "Rex"], [0: "Rex", 1: "Dark Blue", 2: "wrong"],
            [0: "Rex", 1: "  "],
        ] as [[Int: String]])
    func wrong(_ answers: [Int: String]) async throws {
        let harness = try await defined()
        #expect(try await !verify(harness, answers))
        #expect(try await !verify(harness, answers, user: "nobody"))
        #expect(try await harness.failures(.securityQuestions).inARow == 1)
        await harness.close()
    }

    @Test("wrong answers lock the questions alone, and a right answer clears nothing")
    func limits() async throws {
        let harness = try await defined()
        let (domain, realm) = (harness.domain, harness.realm)
        for _ in 0..<realm.settings[BoundsSettings.self].lockoutThreshold - 1 { #expect(try await !verify(harness, [0: "Rex", 1: "red"])) }
        #expect(try await verify(harness, [0: "Rex", 1: "Dark Blue"]))
        #expect(try await !verify(harness, [0: "Rex", 1: "red"]))
        #expect(try await !verify(harness, [0: "Rex", 1: "Dark Blue"]))
        #expect(
            try await domain.credentials.passwords.verify(Secret(DomainHarness.password), of: "demo", in: realm, from: "192.0.2.1")
                != .refused)
        harness.time.advance(by: TimeInterval(realm.settings[BoundsSettings.self].lockoutDuration))
        #expect(try await verify(harness, [0: "Rex", 1: "Dark Blue"]))
        await harness.close()
    }

    @Test("parallel guesses can't race past the threshold")
    func parallel() async throws {
        let harness = try await defined()
        await withTaskGroup { group in
            for index in 0..<20 { group.addTask { _ = try? await verify(harness, [0: "guess \(index)", 1: "x"]) } }
        }
        #expect(try await !verify(harness, [0: "Rex", 1: "Dark Blue"]))
        await harness.close()
    }

    @Test("what can't be defined is refused, and what was defined stays")
    func impossible() async throws {
        let harness = try await defined()
        var realm = harness.realm
        realm.settings[QuestionSettings.self].kbaOwnQuestions = false
        let wrong: [[SecurityQuestions.NewAnswer]] = [
            [], [Self.answers[0]], [Self.answers[0], Self.answers[0]], [Self.answers[0], Self.answers[1]],
            [Self.answers[0], .init(.offered("99"), Secret("x"))], [Self.answers[0], .init(.offered("3"), Secret("  "))],
            [Self.answers[0], .init(.offered("3"), Secret(String(repeating: "x", count: 2000)))],
        ]
        for answers in wrong {
            await #expect(throws: DomainError(.invalid, "")) {
                try await harness.domain.credentials.securityQuestions.define(answers, of: harness.user, in: realm)
            }
        }
        #expect(try await harness.domain.credentials.securityQuestions.answered(by: harness.user).count == 3)
        await harness.close()
    }

    @Test("the realm's own questions are those that are offered, and no others are taken")
    func ownOfRealm() async throws {
        let harness = try await DomainHarness()
        var realm = harness.realm
        realm.settings[QuestionSettings.self].kbaQuestions = ["pet": ["en": "Which pet?"], "town": ["en": "Which town?"]]
        let questions = harness.domain.credentials.securityQuestions
        #expect(questions.offered(in: realm, languages: ["en"]).map(\.text) == ["Which pet?", "Which town?"])
        #expect(questions.question("Which pet?", in: realm) == .offered("pet"))
        await #expect(throws: DomainError(.invalid, "")) {
            try await questions.define([.init(.offered("1"), Secret("Rex")), Self.answers[1]], of: harness.user, in: realm)
        }
        try await questions.define(
            [.init(.offered("pet"), Secret("Rex")), .init(.offered("town"), Secret("Bern"))], of: harness.user, in: realm)
        #expect(try await questions.isComplete(harness.user, in: realm))
        await harness.close()
    }

    @Test("as many answers are asked for as the realm says, and fewer are not enough", arguments: 1...3)
    func asked(_ count: Int) async throws {
        let base = try await defined()
        var realm = base.realm
        realm.settings[QuestionSettings.self].kbaAnswersToVerify = count
        let (harness, questions) = (base.with(realm), base.domain.credentials.securityQuestions)
        let right = [0: "Rex", 1: "dark blue", 2: "straße"]
        #expect(try await questions.choice(for: harness.user, in: realm).count == count)
        #expect(try await verify(harness, right.filter { $0.key < count }))
        #expect(try await !verify(harness, right.filter { $0.key < count - 1 }))
        realm.settings[QuestionSettings.self].kbaAnswersToVerify = 4
        #expect(try await questions.choice(for: harness.user, in: realm).isEmpty)
        await harness.close()
    }

    @Test("questions are shown in the reader's language, chosen at random, and known again by their text")
    func asking() async throws {
        let harness = try await defined()
        let (questions, realm) = (harness.domain.credentials.securityQuestions, harness.realm)
        #expect(questions.offered(in: realm, languages: ["de-CH"]).first?.text == "Wie hieß Ihr erstes Haustier?")
        #expect(questions.question("Wie hieß Ihr erstes Haustier?", in: realm) == .offered("1"))
        for language in Language.allCases {
            let texts = language.catalogue.questions
            #expect(questions.offered(in: realm, languages: [language.rawValue]).map(\.text) == ["1", "2", "3", "4"].map { texts[$0] })
            #expect(questions.question(texts["3"] ?? "", in: realm) == .offered("3"))
        }
        #expect(questions.question("Mine", in: realm) == .own("Mine"))
        var seen: Set<Int> = []
        for _ in 0..<50 {
            let choice = try await questions.choice(for: harness.user, in: realm)
            #expect(choice.count == 2)
            seen.formUnion(choice.map(\.position))
        }
        #expect(seen == [0, 1, 2])
        #expect(try await questions.isComplete(harness.user, in: realm))
        let other = try await harness.domain.directory.users.create("other", in: realm.id)
        #expect(try await questions.choice(for: other, in: realm).isEmpty)
        #expect(try await !questions.isComplete(other, in: realm))
        await harness.close()
    }
}
