public import Primitives

/// The inputs that a client filled in for one callback.
///
/// Forms of a browser know nothing but texts, and one of the clients sends numbers as texts, so both forms are read.
public struct GivenInputs: Sendable {
    private let answers: Answers
    private let index: Int

    init(_ answers: Answers, at index: Int) {
        self.answers = answers
        self.index = index
    }

    /// The value of an input as it came; nil when it wasn't given.
    public subscript(suffix: String = "") -> JSONValue? { answers[index, suffix] }

    /// Whether an input came without a value: the client left it as it was.
    public func isUntouched(_ suffix: String = "") -> Bool { answers.isUntouched(index, suffix) }

    /// A text; nil when it is missing or empty.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when it is no text; ``JourneyMessageError/Code/tooLarge`` when it is longer than
    ///   `limit` bytes.
    public func text(_ suffix: String = "", limit: Int = StepLimits.text) throws(JourneyMessageError) -> String? {
        guard let value = self[suffix] else { return nil }
        guard let text = value.string else { throw wrong(suffix, "a text") }
        guard text.utf8.count <= limit else {
            throw JourneyMessageError(.tooLarge, "\(name(suffix)) has \(text.utf8.count) bytes; at most \(limit)")
        }
        return text.isEmpty ? nil : text
    }

    /// A secret text; nil when it is missing or empty.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when it is no text; ``JourneyMessageError/Code/tooLarge`` when it is longer than
    ///   `limit` bytes.
    public func secret(_ suffix: String = "", limit: Int = StepLimits.text) throws(JourneyMessageError) -> Secret? {
        try text(suffix, limit: limit).map { Secret($0) }
    }

    /// True or false; nil when it is missing or empty.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when it is neither true nor false.
    public func flag(_ suffix: String = "") throws(JourneyMessageError) -> Bool? {
        switch self[suffix] {
        case nil, .string(""): return nil
        case .bool(let flag): return flag
        case .string("true"): return true
        case .string("false"): return false
        default: throw wrong(suffix, "true or false")
        }
    }

    /// A finite number; nil when it is missing or empty.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when it is no finite number.
    public func number(_ suffix: String = "") throws(JourneyMessageError) -> Double? {
        guard let value = self[suffix], value != .string("") else { return nil }
        let number = value.number ?? value.string.flatMap(Self.number)
        guard let number, number.isFinite else { throw wrong(suffix, "a number") }
        return number
    }

    /// The index of one of `count` options; nil when it is missing or empty.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when it is no number; ``JourneyMessageError/Code/noSuchChoice`` when there is no
    ///   option of this index.
    public func option(of count: Int) throws(JourneyMessageError) -> Int? {
        guard let value = self[], value != .string("") else { return nil }
        guard let index = Callback.index(value) else { throw wrong("", "the number of an option") }
        guard (0..<count).contains(index) else { throw JourneyMessageError(.noSuchChoice, "option \(index) of \(count)") }
        return index
    }

    /// A decimal number. Other forms of the language (hexadecimal, `nan`) are refused here.
    private static func number(_ text: String) -> Double? {
        let allowed = Set("+-.0123456789eE")
        guard text.utf8.count <= 64, text.allSatisfy(allowed.contains) else { return nil }
        return Double(text)
    }

    private func wrong(_ suffix: String, _ expected: String) -> JourneyMessageError {
        JourneyMessageError(.malformed, "\(name(suffix)) is not \(expected)")
    }

    private func name(_ suffix: String) -> String { Step.inputName(index, suffix: suffix) }
}
