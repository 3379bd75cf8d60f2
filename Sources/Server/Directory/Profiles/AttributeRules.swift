import Primitives

/// The rules that the values of an attribute must keep to, besides their type.
package struct AttributeRules: Sendable, Equatable, Codable {
    /// The least and the greatest length in characters (Unicode code points); of a list, of each text.
    package var minLength: Int?
    /// The greatest length in characters (Unicode code points); of a list, of each text.
    package var maxLength: Int?
    /// The least and the greatest of numbers.
    package var minimum: Double?
    /// The greatest number.
    package var maximum: Double?
    /// The shape of the whole text.
    package var shape: TextShape?
    /// Characters that must not occur.
    package var forbiddenCharacters: [String]?
    /// The only possible values.
    package var values: [String]?
    /// The number of elements that a list may have.
    package var maxItems: Int?

    package init(
        minLength: Int? = nil, maxLength: Int? = nil, minimum: Double? = nil, maximum: Double? = nil, shape: TextShape? = nil,
        forbiddenCharacters: [String]? = nil, values: [String]? = nil, maxItems: Int? = nil
    ) {
        self.minLength = minLength
        self.maxLength = maxLength
        self.minimum = minimum
        self.maximum = maximum
        self.shape = shape
        self.forbiddenCharacters = forbiddenCharacters
        self.values = values
        self.maxItems = maxItems
    }

    /// The longest text of an attribute that queries look at, and of one that they don't, in characters.
    static let (longestSearchable, longest) = (256, 4096)
    /// The largest JSON of a structure, in bytes, and the most elements of a list.
    static let (largestStructure, mostItems) = (16_384, 100)
}
