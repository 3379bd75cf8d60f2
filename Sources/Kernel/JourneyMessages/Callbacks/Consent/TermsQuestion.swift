/// `TermsAndConditionsCallback`: asks whether the user accepts the terms.
public struct TermsQuestion: Question {
    /// The type of callback that asks this, ``CallbackType/termsAndConditions``.
    public static var type: CallbackType { .termsAndConditions }

    /// The version of the terms; empty when the server didn't say.
    public var version: String
    /// The text of the terms.
    public var terms: String
    /// The time when this version was made, as the server writes it.
    public var created: String

    /// Makes a terms question of its members, which are taken unchecked.
    public init(version: String, terms: String, created: String) {
        self.version = version
        self.terms = terms
        self.created = created
    }

    /// Reads the wire form; nil without `terms` in the documented form.
    public init?(_ callback: Callback) {
        guard let terms = callback.text("terms") else { return nil }
        self.init(version: callback.text("version") ?? "", terms: terms, created: callback.text("createDate") ?? "")
    }

    /// The wire form, its inputs not yet numbered; the outputs are `version`, `terms` and `createDate`.
    public var callback: Callback {
        Callback(
            Self.type, output: [.init("version", version), .init("terms", terms), .init("createDate", created)],
            input: [.init("", false)])
    }

    /// Whether the box is ticked.
    public var keptInputs: [String] { [""] }

    /// The one input that carries the answer, named by the number of the callback alone.
    public func inputs(for answer: Bool) -> [Callback.Field] { [.init("", answer)] }
    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when the input is neither true nor false.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> Bool? { try given.flag() }
}
