import Primitives

extension FailedPolicy {
    /// What the value lacks, as an English sentence. A policy that isn't known is called by its name.
    public var explanation: String {
        if let sentence = Self.sentences[requirement] { return sentence }
        switch requirement {
        case .minimumLength: return "must be at least \(parameter("minLength")) characters long"
        case .maximumLength: return "must be at most \(parameter("maxLength")) characters long"
        case .capitalLetters: return "must have at least \(parameter("numCaps")) capital letters"
        case .digits: return "must have at least \(parameter("numNums")) digits"
        case .cannotContainOthers: return "must not contain the value of: \(parameter("disallowedFields"))"
        case .cannotContainCharacters: return "must not contain any of: \(parameter("forbiddenChars"))"
        case .cannotContainDuplicates: return "must not have a character repeated: \(parameter("duplicateValue"))"
        default: return "breaks the rule \(requirement)"
        }
    }

    /// A parameter in words; `?` when the server left it out.
    public func parameter(_ name: String) -> String {
        switch parameters[name] {
        case .string(let text): text
        case .array(let elements): elements.compactMap(\.string).joined(separator: " ")
        case .integer(let number): String(number)
        default: "?"
        }
    }

    private static let sentences: [PolicyRequirement: String] = [
        .required: "is required", .unique: "is taken already", .validType: "is of the wrong type",
        .validUsername: "is not a valid user name", .validEmailAddress: "is not a valid e-mail address",
        .validName: "is not a valid name", .validPhone: "is not a valid telephone number", .validDate: "is not a valid date",
        .validNumber: "is not a number", .validArrayItems: "has an element that is not allowed",
        .validQueryFilter: "is not a valid query filter", .matchRegularExpression: "does not have the right form",
        .minimumNumber: "is too small", .maximumNumber: "is too large",
    ]
}
