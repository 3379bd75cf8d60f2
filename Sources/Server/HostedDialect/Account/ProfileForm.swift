import HTTPBase
import JourneyMessages
import Primitives
import ResourceMessages
import Directory

/// The attributes that users may change in their own profile, as the callbacks with which a journey would ask for them.
struct ProfileForm: Sendable {
    private let fields: [Field]
    private let revision: Int64

    fileprivate struct Field: Sendable {
        let attribute: ProfileAttribute
        let value: JSONValue?
        var failed: [FailedPolicy] = []
    }

    /// - Parameter violation: the rule that the last attempt broke.
    init(_ user: User, by schema: ProfileSchema, attempt: JSONObject? = nil, violation: PolicyViolation? = nil) {
        let document = attempt ?? AccountDocument.of(user)
        revision = user.revision
        fields = Self.attributes(schema).map { attribute in
            let failed = violation?.properties.first { $0.name == attribute.name }?.failed ?? []
            return Field(attribute: attribute, value: document[attribute.path], failed: failed)
        }
    }

    /// The form as a step; its state is the revision of what it shows.
    func step(languages: [String]) -> Step {
        Step(authID: String(revision), callbacks: Step.numbered(fields.map { $0.callback(languages) }))
    }

    /// The profile with what was sent in it. A field that was left empty takes the value away; one that wasn't sent leaves it.
    static func apply(_ answers: Answers, to document: JSONObject, by schema: ProfileSchema) throws(JourneyMessageError) -> JSONObject {
        var document = document
        for (index, attribute) in attributes(schema).enumerated() {
            switch attribute.kind {
            case .number: try take(AttributeQuestion<Double>.self, attribute, index, answers, &document)
            case .boolean: try take(AttributeQuestion<Bool>.self, attribute, index, answers, &document)
            case .string, .strings, .structure: try take(AttributeQuestion<String>.self, attribute, index, answers, &document)
            }
        }
        return document
    }

    private static func take<Value: AttributeValue>(
        _ type: AttributeQuestion<Value>.Type, _ attribute: ProfileAttribute, _ index: Int, _ answers: Answers,
        _ document: inout JSONObject
    ) throws(JourneyMessageError) {
        guard let answer = try answers.answer(to: AttributeQuestion<Value>(attribute.name, prompt: ""), at: index) else { return }
        document[attribute.path] = answer.value?.json
    }

    /// Those that a form has a field for.
    private static func attributes(_ schema: ProfileSchema) -> [ProfileAttribute] {
        schema.attributes.filter { $0.isUserEditable && !$0.isSensitive && [.string, .number, .boolean].contains($0.kind) }
    }
}

extension ProfileForm.Field {
    fileprivate func callback(_ languages: [String]) -> Callback {
        switch attribute.kind {
        case .number: question(Double.self, languages)
        case .boolean: question(Bool.self, languages)
        case .string, .strings, .structure: question(String.self, languages)
        }
    }

    private func question<Value: AttributeValue>(_ type: Value.Type, _ languages: [String]) -> Callback {
        var question = AttributeQuestion<Value>(
            attribute.name, prompt: attribute.title(in: languages), isRequired: attribute.isRequired,
            check: PolicyCheck(attribute.policies), value: value.flatMap { Value(json: $0) })
        question.check.failed = failed
        return question.callback
    }
}
