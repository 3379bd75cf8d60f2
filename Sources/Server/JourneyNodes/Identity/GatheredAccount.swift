import Directory
import JourneyEngine
import JourneyModel
import Primitives
import ResourceMessages

/// The attributes that a journey has gathered for an account, secrets apart.
struct GatheredAccount: Sendable {
    /// The profile, as far as it was gathered. A null takes an attribute away.
    private(set) var document: JSONObject
    private(set) var password: Secret?
    private(set) var answers: [SecurityQuestions.NewAnswer]

    init(_ state: JourneyState) {
        var secret = state.secretAttributes
        password = secret[SecretName.password]?.string.map { Secret($0) }
        answers = (secret[SecretName.answers]?.array ?? []).compactMap(SecurityQuestions.NewAnswer.init(gathered:))
        secret[SecretName.password] = nil
        secret[SecretName.answers] = nil
        document = Self.merged(state.attributes, secret)
        for name in ["termsAccepted", "aliasList"] where document[name] == nil { document[name] = state.shared[name] }
    }

    /// Whether there is something by which users prove who they are.
    var hasSecrets: Bool { password != nil || !answers.isEmpty }

    /// The same without some attributes, `password` and `kbaInfo` among them.
    func without(_ names: [String]) -> GatheredAccount {
        var rest = self
        for name in names {
            if name == SecretName.password { rest.password = nil }
            if name == SecretName.answers { rest.answers = [] }
            if let path = FieldPath(name) { rest.document[path] = nil }
        }
        return rest
    }

    /// A profile with what was gathered in its place.
    func applied(to profile: JSONObject) -> JSONObject { Self.withoutNulls(Self.merged(profile, document)) }

    private static func withoutNulls(_ object: JSONObject) -> JSONObject {
        object.members.reduce(into: JSONObject()) { rest, member in
            guard member.value != .null else { return rest[member.name] = JSONValue?.none }
            guard let inner = member.value.object else { return rest[member.name] = member.value }
            let left = withoutNulls(inner)
            if !left.isEmpty || inner.isEmpty { rest[member.name] = .object(left) }
        }
    }

    /// Both objects' members; of what is there twice, objects are merged and of others the second one's counts.
    static func merged(_ first: JSONObject, _ second: JSONObject) -> JSONObject {
        second.members.reduce(into: first) { all, member in
            if let inner = member.value.object, let there = all[member.name]?.object {
                all[member.name] = .object(merged(there, inner))
            } else {
                all[member.name] = member.value
            }
        }
    }
}

/// A question with its answer as AM has it in `kbaInfo`.
extension SecurityQuestions.NewAnswer {
    var gathered: JSONValue {
        switch question {
        case .offered(let id): ["questionId": .string(id), "answer": .string(answer.reveal())]
        case .own(let text): ["customQuestion": .string(text), "answer": .string(answer.reveal())]
        }
    }

    init?(gathered json: JSONValue) {
        guard let answer = json["answer"]?.string,
            let question = json["questionId"]?.string.map(SecurityQuestion.offered)
                ?? json["customQuestion"]?.string.map(SecurityQuestion.own)
        else { return nil }
        self.init(question, Secret(answer))
    }
}
