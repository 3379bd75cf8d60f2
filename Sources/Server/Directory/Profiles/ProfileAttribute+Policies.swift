package import JourneyMessages
package import Primitives

extension ProfileAttribute {
    /// The policies that the values must keep to, as clients receive them (`docs/protocols/step-protocol.md` 3.3).
    package var policies: AttributePolicies {
        var policies: [AttributePolicy] = []
        func add(_ id: String, _ requirement: PolicyRequirement, _ parameters: JSONObject = [:], if isWanted: Bool = true) {
            if isWanted { policies.append(AttributePolicy(id, [requirement], parameters)) }
        }
        add("required", .required, if: isRequired)
        add("valid-type", .validType, ["types": [.string(wireType)]], if: kind != .structure)
        add("unique", .unique, if: path == .userName)
        if let shape = rules.shape { add(shape.policyID, shape.requirement) }
        if let characters = rules.forbiddenCharacters {
            add("cannot-contain-characters", .cannotContainCharacters, ["forbiddenChars": .array(characters.map(JSONValue.string))])
        }
        if let length = rules.minLength { add("minimum-length", .minimumLength, ["minLength": .integer(Int64(length))]) }
        if kind == .string || kind == .strings { add("maximum-length", .maximumLength, ["maxLength": .integer(Int64(longest))]) }
        if let number = rules.minimum { add("minimum-number-value", .minimumNumber, ["minimum": .number(number)]) }
        if let number = rules.maximum { add("maximum-number-value", .maximumNumber, ["maximum": .number(number)]) }
        return AttributePolicies(of: name, policies)
    }

    /// Returns the policies that a value breaks; nil is no value. Whether a user name is free, only the store can tell.
    ///
    /// The length comes first: of a text that is too long nothing else is looked at, and nothing else is told.
    package func failures(of value: JSONValue?) -> [FailedPolicy] {
        if kind == .string, case .string(let text)? = value, isTooLong(text) { return [tooLong] }
        guard let value, value != .null, value != "", value != [] else { return isRequired ? [FailedPolicy(.required)] : [] }
        switch (kind, value) {
        case (.string, .string(let text)): return failures(of: text)
        case (.number, .integer), (.number, .number): return failures(of: value.number ?? 0)
        case (.boolean, .bool): return []
        case (.strings, .array(let elements)): return failures(of: elements)
        case (.structure, _): return value.encoded.count > AttributeRules.largestStructure ? [tooLong] : []
        default: return [FailedPolicy(.validType, ["types": [.string(wireType)]])]
        }
    }

    private func failures(of text: String) -> [FailedPolicy] {
        guard !isTooLong(text) else { return [tooLong] }
        var failures: [FailedPolicy] = []
        let count = text.unicodeScalars.count
        if let least = rules.minLength, count < least {
            failures.append(FailedPolicy(.minimumLength, ["minLength": .integer(Int64(least))]))
        }
        // By code points, so that a combining mark hides nothing.
        let scalars = Array(text.unicodeScalars)
        let forbidden = (rules.forbiddenCharacters ?? []).filter { scalars.contains(Array($0.unicodeScalars)) }
        if !forbidden.isEmpty {
            failures.append(FailedPolicy(.cannotContainCharacters, ["forbiddenChars": .array(forbidden.map(JSONValue.string))]))
        }
        // No engine stores a NUL faithfully, and no other control character belongs in a profile but those of lines.
        if text.unicodeScalars.contains(where: Self.isForbidden) || rules.values?.contains(text) == false {
            failures.append(FailedPolicy(.matchRegularExpression))
        }
        if let shape = rules.shape, !shape.matches(text) { failures.append(FailedPolicy(shape.requirement)) }
        return failures
    }

    private func failures(of number: Double) -> [FailedPolicy] {
        var failures: [FailedPolicy] = []
        if let least = rules.minimum, number < least { failures.append(FailedPolicy(.minimumNumber, ["minimum": .number(least)])) }
        if let most = rules.maximum, number > most { failures.append(FailedPolicy(.maximumNumber, ["maximum": .number(most)])) }
        return failures
    }

    private func failures(of elements: [JSONValue]) -> [FailedPolicy] {
        guard elements.count <= rules.maxItems ?? AttributeRules.mostItems else { return [FailedPolicy(.validArrayItems)] }
        let isValid = elements.allSatisfy { $0.string.map { failures(of: $0).isEmpty } ?? false }
        return isValid ? [] : [FailedPolicy(.validArrayItems)]
    }

    /// Whether a text has too many characters. Its bytes are counted first, which costs nothing.
    private func isTooLong(_ text: String) -> Bool {
        text.utf8.count > longest && (text.utf8.count > longest * 4 || text.unicodeScalars.count > longest)
    }

    private var tooLong: FailedPolicy { FailedPolicy(.maximumLength, ["maxLength": .integer(Int64(longest))]) }

    private var longest: Int { rules.maxLength ?? (isSearchable ? AttributeRules.longestSearchable : AttributeRules.longest) }

    private var wireType: String { kind == .strings ? "array" : kind.rawValue }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.generalCategory == .control { return !["\n", "\r", "\t"].contains(scalar) }
        return scalar.isMisleading
    }
}
