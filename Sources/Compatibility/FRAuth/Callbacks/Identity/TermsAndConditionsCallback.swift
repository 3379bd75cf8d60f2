import JourneyMessages

/// Asks whether the user accepts the terms: the answer is true or false.
public final class TermsAndConditionsCallback: SingleValueCallback {
    private var question: TermsQuestion? { wire.question() }

    /// The version of the terms, as the server writes it.
    public var version: String? { question?.version }
    /// The text of the terms.
    public var terms: String? { question?.terms }
    /// The time when this version was made, as the server writes it.
    public var createDate: String? { question?.created }
}
