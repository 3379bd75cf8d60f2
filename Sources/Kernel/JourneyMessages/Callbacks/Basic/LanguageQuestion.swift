import Primitives

/// `LanguageCallback`: asks for the user's language. No SDK knows it (`docs/protocols/step-protocol.md` 3.7).
public struct LanguageQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/language``.
    public static var type: CallbackType { .language }

    /// Makes the question, which has no settings.
    public init() {}
    /// Reads the wire form; outputs that are missing take their default values.
    public init?(_ callback: Callback) { self.init() }

    /// The wire form, its inputs not yet numbered.
    public var callback: Callback { Callback(Self.type, input: [.empty("Language"), .empty("Country")]) }

    /// The inputs that carry the answer: `Language` and `Country`.
    public func inputs(for answer: LanguageAnswer) -> [Callback.Field] {
        [.init("Language", answer.language), .init("Country", answer.country ?? "")]
    }

    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than its limit.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> LanguageAnswer? {
        let country = try given.text("Country", limit: 64)
        return try given.text("Language", limit: 64).map { LanguageAnswer($0, country: country) }
    }
}

/// A language, such as `de`, and perhaps a country, such as `CH`.
public struct LanguageAnswer: Sendable, Equatable {
    /// The language code, at most 64 bytes.
    public var language: String
    /// The country code, at most 64 bytes; nil when the client gave none.
    public var country: String?

    /// Makes a language answer of its members, which are taken unchecked. By default `country` is nil.
    public init(_ language: String, country: String? = nil) {
        self.language = language
        self.country = country
    }
}
