/// `TermsAndConditionsCallback`: asks whether the user accepts the terms.
public struct TermsQuestion: Question {
    public static var type: CallbackType { .termsAndConditions }

    public var version: String
    public var terms: String
    /// The time when this version was made, as the server writes it.
    public var created: String

    public init(version: String, terms: String, created: String) {
        self.version = version
        self.terms = terms
        self.created = created
    }

    public init?(_ callback: Callback) {
        guard let terms = callback.text("terms") else { return nil }
        self.init(version: callback.text("version") ?? "", terms: terms, created: callback.text("createDate") ?? "")
    }

    public var callback: Callback {
        Callback(
            Self.type, output: [.init("version", version), .init("terms", terms), .init("createDate", created)],
            input: [.init("", false)])
    }

    public func inputs(for answer: Bool) -> [Callback.Field] { [.init("", answer)] }
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> Bool? { try given.flag() }
}
