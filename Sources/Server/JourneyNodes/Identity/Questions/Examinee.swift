import Directory
import Foundation
import Foundations
import JourneyEngine
import JourneyModel
import Primitives
import ResourceMessages

/// The user who is asked security questions, or a name that is no user's.
struct Examinee: Sendable {
    /// The user name; where there is no user, a name that no user can have.
    let name: String
    private let user: User?

    /// nil where there is no user.
    var id: UUID? { user?.id }

    /// The user who has proved who they are, else the one whom the state names.
    init(_ turn: inout Turn, by attribute: AttributeName) async throws {
        user =
            if let proven = try await turn.provenUser() { proven } else { try await turn.claimedUser(by: attribute) }
        if let user {
            name = user.username
        } else {
            let path = try await turn.attribute(attribute).path
            guard let claim = turn.state.attributes[path]?.string ?? turn.state.username else {
                throw try await turn.refusal("security questions are asked before a user gave a name")
            }
            name = "/nobody/" + claim
        }
    }

    /// The questions that are asked: chosen at random at first, then the same until they are answered.
    func asked(_ turn: inout Turn) async throws -> [AnsweredQuestion] {
        let questions = turn.domain.credentials.securityQuestions
        if turn.wasSubmitted, let positions = turn[Self.key]?.array?.compactMap(\.integer) {
            return try await all(turn).filter { positions.contains(Int64($0.position)) }
        }
        var chosen: [AnsweredQuestion] = []
        if let user { chosen = try await questions.choice(for: user, in: turn.realm) }
        if chosen.isEmpty { chosen = questions.choice(of: decoys(turn), in: turn.realm) }
        turn[Self.key] = .array(chosen.map { .integer(Int64($0.position)) })
        return chosen
    }

    func forget(_ turn: inout Turn) { turn[Self.key] = nil }

    private func all(_ turn: Turn) async throws -> [AnsweredQuestion] {
        let questions = turn.domain.credentials.securityQuestions
        if let user {
            let answered = try await questions.answered(by: user)
            if answered.count >= questions.asked(in: turn.realm) { return answered }
        }
        return decoys(turn)
    }

    /// The realm's questions in an order that only this server knows, the same each time for the same name.
    private func decoys(_ turn: Turn) -> [AnsweredQuestion] {
        let hashes = KeyedHash("security question decoys", turn.domain.platform.sealer)
        let ids = turn.realm.settings[QuestionSettings.self].kbaQuestions.keys
        let ranks = ids.map { id in
            (id: id, rank: hashes.lastingHash(Array([turn.realm.id.uuidString, name, id].joined(separator: "\0").utf8)))
        }
        let sorted = ranks.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }
        let count = max(
            turn.realm.settings[QuestionSettings.self].kbaMinimumAnswers, turn.domain.credentials.securityQuestions.asked(in: turn.realm))
        return sorted.prefix(count).enumerated().map { AnsweredQuestion(position: $0, question: .offered($1.id)) }
    }

    private static let key = "asked"
}
