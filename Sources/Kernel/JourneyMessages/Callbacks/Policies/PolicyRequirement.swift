import Primitives

/// A demand of a policy on a value, such as `MIN_LENGTH`. Any text is one; the documented ones are static members.
public struct PolicyRequirement: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The requirement's name on the wire, such as `MIN_LENGTH`.
    public let name: String

    /// Makes a policy requirement of its `name`, which is taken unchecked.
    public init(_ name: String) { self.name = name }
    public init(stringLiteral name: String) { self.name = name }
    public var description: String { name }

    /// `REQUIRED`: a value must be given.
    public static let required: Self = "REQUIRED"
    /// `UNIQUE`: no other account may have the value.
    public static let unique: Self = "UNIQUE"
    /// `VALID_TYPE`: the value must have the property's type.
    public static let validType: Self = "VALID_TYPE"
    /// `VALID_USERNAME`: the value must be allowed as a user name.
    public static let validUsername: Self = "VALID_USERNAME"
    /// `VALID_EMAIL_ADDRESS_FORMAT`: the value must have the form of an email address.
    public static let validEmailAddress: Self = "VALID_EMAIL_ADDRESS_FORMAT"
    /// `VALID_NAME_FORMAT`: the value must have the form of a person's name.
    public static let validName: Self = "VALID_NAME_FORMAT"
    /// `VALID_PHONE_FORMAT`: the value must have the form of a phone number.
    public static let validPhone: Self = "VALID_PHONE_FORMAT"
    /// `VALID_DATE`: the value must be a date.
    public static let validDate: Self = "VALID_DATE"
    /// `VALID_NUMBER`: the value must be a number.
    public static let validNumber: Self = "VALID_NUMBER"
    /// `VALID_ARRAY_ITEMS`: the elements of the list must be valid.
    public static let validArrayItems: Self = "VALID_ARRAY_ITEMS"
    /// `VALID_QUERY_FILTER`: the value must be a query filter.
    public static let validQueryFilter: Self = "VALID_QUERY_FILTER"
    /// `MATCH_REGEXP`: the value must match a regular expression.
    public static let matchRegularExpression: Self = "MATCH_REGEXP"
    /// Parameter `minLength`.
    public static let minimumLength: Self = "MIN_LENGTH"
    /// Parameter `maxLength`.
    public static let maximumLength: Self = "MAX_LENGTH"
    /// `MINIMUM_NUMBER_VALUE`: the number must not be below a bound.
    public static let minimumNumber: Self = "MINIMUM_NUMBER_VALUE"
    /// `MAXIMUM_NUMBER_VALUE`: the number must not be above a bound.
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
    /// `CANNOT_BE_COMMON`: the password must not be one of the common ones.
    public static let cannotBeCommon: Self = "CANNOT_BE_COMMON"
    /// Parameter `historyLength`.
    public static let isNew: Self = "IS_NEW"

    /// `NOT_OFFERED`: the answer must be one of those on offer. The server's own, as are those that follow.
    public static let offered: Self = "NOT_OFFERED"
    /// `MUST_BE_ACCEPTED`: the box must be ticked.
    public static let accepted: Self = "MUST_BE_ACCEPTED"
    /// `CHOSEN_TWICE`: no other field of the step may hold the same.
    public static let distinct: Self = "CHOSEN_TWICE"
    /// `UNREADABLE`: the device sent something that could not be read.
    public static let readable: Self = "UNREADABLE"
}
