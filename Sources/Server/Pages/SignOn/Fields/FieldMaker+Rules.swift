import JourneyMessages
import Primitives
import Translations

extension FieldMaker {
    /// The rules for a new password, but for those that the last one broke, which the problems name; nil for other questions.
    func rules(_ kind: CallbackKind, _ callback: Callback, at index: Int) -> FieldView.ProblemList? {
        guard case .validatedPassword(let question) = kind else { return nil }
        let broken = Set(callback.failedPolicies.map(\.requirement))
        let sentences = question.check.policies.policies.flatMap { policy in
            policy.requirements.filter { !broken.contains($0) }.compactMap { sentence($0, policy.parameters) }
        }
        return sentences.isEmpty ? nil : FieldView.ProblemList(identifier: "\(Step.inputName(index))-rules", sentences: sentences)
    }

    /// A rule in words; nil for what a user can't go by before the first attempt.
    private func sentence(_ requirement: PolicyRequirement, _ parameters: JSONObject) -> String? {
        switch requirement {
        case .cannotBeCommon: phrases.form.notCommon
        case .cannotContainOthers: phrases.sentence(FailedPolicy(requirement, labelled(parameters)))
        case .minimumLength, .capitalLetters, .digits, .cannotContainCharacters, .isNew:
            phrases.sentence(FailedPolicy(requirement, parameters))
        // A longer bound isn't met by typing.
        case .maximumLength where (parameters["maxLength"]?.integer ?? .max) < 64: phrases.sentence(FailedPolicy(requirement, parameters))
        default: nil
        }
    }

    /// The parameters with the properties' labels, in place of their names.
    private func labelled(_ parameters: JSONObject) -> JSONObject {
        guard let names = parameters["disallowedFields"]?.string else { return parameters }
        var labelled = parameters
        let shown = names.split(separator: ",").map { labels[String($0)] ?? String($0) }
        labelled["disallowedFields"] = .string(phrases.language.list(shown))
        return labelled
    }
}

extension CallbackKind {
    /// The name of the profile's property that a callback asks for, and its label; nil for others.
    var propertyLabel: (String, String)? {
        switch self {
        case .validatedUsername(let question): ("userName", question.prompt)
        case .stringAttribute(let question): (question.name, question.prompt)
        default: nil
        }
    }
}
