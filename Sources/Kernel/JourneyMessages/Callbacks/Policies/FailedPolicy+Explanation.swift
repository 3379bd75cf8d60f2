import Primitives

extension FailedPolicy {
    /// The lack of the value, as the end of an English sentence.
    public var explanation: String { explanation(Self.english, otherwise: "breaks the rule {policy}") }

    /// Returns what the value lacks, in the words of some language.
    /// - Parameters:
    ///   - sentences: by requirement; `{minLength}` stands for the parameter of that name, or `?` when the server left it out.
    ///   - otherwise: for a requirement that has none; `{policy}` stands for its name.
    public func explanation(_ sentences: [PolicyRequirement: String], otherwise: String) -> String {
        guard let sentence = sentences[requirement] else { return otherwise.replacing("{policy}", with: requirement.name) }
        guard let start = sentence.firstIndex(of: "{"), let end = sentence[start...].firstIndex(of: "}") else { return sentence }
        let name = sentence[sentence.index(after: start)..<end]
        return sentence[..<start] + parameter(String(name)) + sentence[sentence.index(after: end)...]
    }

    /// A parameter in words.
    private func parameter(_ name: String) -> String {
        switch parameters[name] {
        case .string(let text): text
        case .array(let elements): elements.compactMap(\.string).joined(separator: " ")
        case .integer(let number): String(number)
        default: "?"
        }
    }

    private static let english: [PolicyRequirement: String] = [
        .required: "is required", .unique: "is taken already", .validType: "is of the wrong type",
        .validUsername: "is not a valid user name", .validEmailAddress: "is not a valid e-mail address",
        .validName: "is not a valid name", .validPhone: "is not a valid telephone number", .validDate: "is not a valid date",
        .validNumber: "is not a number", .validArrayItems: "has an element that is not allowed",
        .validQueryFilter: "is not a valid query filter", .matchRegularExpression: "does not have the right form",
        .minimumLength: "must be at least {minLength} characters long", .maximumLength: "must be at most {maxLength} characters long",
        .minimumNumber: "is too small", .maximumNumber: "is too large",
        .capitalLetters: "must have at least {numCaps} capital letters", .digits: "must have at least {numNums} digits",
        .cannotContainOthers: "must not contain the value of: {disallowedFields}",
        .cannotContainCharacters: "must not contain any of: {forbiddenChars}",
        .cannotContainDuplicates: "must not have a character repeated: {duplicateValue}",
        .cannotBeCommon: "is one of the most common passwords",
        .isNew: "must not be one of the last {historyLength}",
        .offered: "is none of those on offer", .accepted: "must be accepted", .distinct: "was chosen before; choose another one",
        .readable: "could not be read",
    ]
}
