import Directory
import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import ResourceMessages

/// One attribute that is asked for.
struct AttributeField: Sendable {
    let attribute: ProfileAttribute
    let isRequired: Bool
    let isValidated: Bool
    /// The user whose attribute it is; nil for a new account.
    let user: User?

    /// Asks for it and keeps the answer; false when it must be asked again.
    func ask(_ turn: inout Turn) async throws -> Bool {
        switch attribute.kind {
        case .string: try await ask(String.self, &turn)
        case .number: try await ask(Double.self, &turn)
        case .boolean: try await ask(Bool.self, &turn)
        case .strings, .structure: throw JourneyRunError.fault("no callback asks for \(attribute.name): it is no text, number or flag")
        }
    }

    private func ask<Value: AttributeValue>(_ type: Value.Type, _ turn: inout Turn) async throws -> Bool {
        var question = AttributeQuestion<Value>(
            attribute.name, prompt: attribute.title(in: turn.client.languages), isRequired: isRequired,
            check: PolicyCheck(isValidated ? attribute.policies : AttributePolicies()),
            value: initial(turn.state).flatMap { Value(json: $0) })
        let (accounts, realm) = (turn.accounts, turn.realm)
        let answer = try await turn.checked(question) { try await failures($0?.json, accounts, realm) }
        if let answer {
            if answer.isGiven { question.value = attribute.isSensitive ? nil : answer.value }
            question.check.failed = answer.failed
            if answer.isTaken { keep(answer.value?.json, &turn.state) }
        }
        turn.tell(question.callback)
        return answer?.isTaken ?? false
    }

    /// Returns what the field shows at first: what was given before in this journey, else what the user has.
    private func initial(_ state: JourneyState) -> JSONValue? {
        attribute.isSensitive ? nil : state.attributes[attribute.path] ?? stored
    }

    private var stored: JSONValue? { user.flatMap { AccountDocument.of($0)[attribute.path] } }

    private func failures(_ value: JSONValue?, _ accounts: Accounts, _ realm: Realm) async throws -> [FailedPolicy] {
        // A box that isn't ticked says no.
        let value = attribute.kind == .boolean ? value ?? false : value
        if value == nil { return isRequired ? [FailedPolicy(.required)] : [] }
        return isValidated ? try await accounts.failures(of: value, for: attribute, of: user, in: realm) : []
    }

    /// Keeps a value; an empty field takes away what the user has.
    private func keep(_ value: JSONValue?, _ state: inout JourneyState) {
        let empty: JSONValue? = attribute.kind == .boolean ? false : stored.map { _ in .null }
        state.gather(value ?? empty, at: attribute.path, isSecret: attribute.isSensitive)
    }
}
