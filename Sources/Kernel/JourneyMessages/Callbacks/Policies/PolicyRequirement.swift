import Primitives

/// A demand of a policy on a value, such as `MIN_LENGTH`. Any text is one; the documented ones are static members.
public struct PolicyRequirement: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let name: String

    public init(_ name: String) { self.name = name }
    public init(stringLiteral name: String) { self.name = name }
    public var description: String { name }

    public static let required: Self = "REQUIRED"
    public static let unique: Self = "UNIQUE"
    public static let validType: Self = "VALID_TYPE"
    public static let validUsername: Self = "VALID_USERNAME"
    public static let validEmailAddress: Self = "VALID_EMAIL_ADDRESS_FORMAT"
    public static let validName: Self = "VALID_NAME_FORMAT"
    public static let validPhone: Self = "VALID_PHONE_FORMAT"
    public static let validDate: Self = "VALID_DATE"
    public static let validNumber: Self = "VALID_NUMBER"
    public static let validArrayItems: Self = "VALID_ARRAY_ITEMS"
    public static let validQueryFilter: Self = "VALID_QUERY_FILTER"
    public static let matchRegularExpression: Self = "MATCH_REGEXP"
    /// Parameter `minLength`.
    public static let minimumLength: Self = "MIN_LENGTH"
    /// Parameter `maxLength`.
    public static let maximumLength: Self = "MAX_LENGTH"
    public static let minimumNumber: Self = "MINIMUM_NUMBER_VALUE"
    public static let maximumNumber: Self = "MAXIMUM_NUMBER_VALUE"
    /// Parameter `numCaps`.
    public static let capitalLetters: Self = "AT_LEAST_X_CAPITAL_LETTERS"
    /// Parameter `numNums`.
    public static let digits: Self = "AT_LEAST_X_NUMBERS"
    /// Parameter `disallowedFields`, a text with commas.
    public static let cannotContainOthers: Self = "CANNOT_CONTAIN_OTHERS"
    /// Parameter `forbiddenChars`, a list.
    public static let cannotContainCharacters: Self = "CANNOT_CONTAIN_CHARACTERS"
    /// Parameter `duplicateValue`.
    public static let cannotContainDuplicates: Self = "CANNOT_CONTAIN_DUPLICATES"
    /// The server's own: a password of a list of common ones.
    public static let cannotBeCommon: Self = "CANNOT_BE_COMMON"
    /// Parameter `historyLength`.
    public static let isNew: Self = "IS_NEW"
}
