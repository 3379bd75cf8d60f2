import Primitives

/// `LanguageCallback`: asks for the user's language. No SDK knows it (`pingam-protocol.md` 3.7).
public struct LanguageQuestion: Question {
    public static var type: CallbackType { .language }

    public init() {}
    public init?(_ callback: Callback) { self.init() }

    public var callback: Callback { Callback(Self.type, input: [.empty("Language"), .empty("Country")]) }

    public func inputs(for answer: LanguageAnswer) -> [Callback.Field] {
        [.init("Language", answer.language), .init("Country", answer.country ?? "")]
    }

    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> LanguageAnswer? {
        let country = try given.text("Country", limit: 64)
        return try given.text("Language", limit: 64).map { LanguageAnswer($0, country: country) }
    }
}

/// A language, such as `de`, and perhaps a country, such as `CH`.
public struct LanguageAnswer: Sendable, Equatable {
    public var language: String
    public var country: String?

    public init(_ language: String, country: String? = nil) {
        self.language = language
        self.country = country
    }
}
