import Primitives

/// `PingOneProtectEvaluationCallback`, or the metadata that stands for it: asks for the risk signals collected so far.
public struct ProtectEvaluation: Question {
    /// The type of callback that asks this, ``CallbackType/protectEvaluation``.
    public static var type: CallbackType { .protectEvaluation }

    /// Whether to stop collecting behaviour for now.
    public var pausesBehavior: Bool

    /// Makes a protect evaluation of its `pausesBehavior`, which is taken unchecked.
    public init(pausesBehavior: Bool) { self.pausesBehavior = pausesBehavior }

    /// Reads the wire form; outputs that are missing take their default values.
    public init?(_ callback: Callback) {
        let source = callback.type == .metadata ? callback.unfolded : callback
        self.init(pausesBehavior: source.flag("pauseBehavioralData") ?? false)
    }

    /// The wire form, its inputs not yet numbered; the output is `pauseBehavioralData`.
    public var callback: Callback {
        Callback(
            Self.type, output: [.init("pauseBehavioralData", pausesBehavior)],
            input: [.empty("signals"), .empty("clientError")])
    }

    /// The metadata callback that stands for it on servers of versions 7.2 to 7.4; the answers go into the hidden values
    /// `pingone_risk_evaluation_signals` and `clientError`.
    public func metadata(environment: String) -> Callback {
        .protect("protect_risk_evaluation", [.init("envId", environment)] + callback.output)
    }

    /// The inputs that carry the answer: `signals` and `clientError`.
    public func inputs(for answer: ProtectOutcome) -> [Callback.Field] {
        switch answer {
        case .signals(let signals): [.init("signals", signals)]
        case .failed(let reason): [.init("clientError", reason)]
        }
    }

    /// Reads the answer; nil when the client gave none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/document``.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> ProtectOutcome? {
        if let reason = try given.text("clientError") { return .failed(reason) }
        return try given.text("signals", limit: StepLimits.document).map { .signals($0) }
    }
}

/// The result of collecting risk signals.
public enum ProtectOutcome: Sendable, Equatable {
    /// An opaque text.
    case signals(String)
    /// The client's reason for bringing no signals, `clientError` on the wire.
    case failed(String)

    /// The hidden value beside metadata that takes it, by its id, and the text.
    package var hidden: (id: String, text: String) {
        switch self {
        case .signals(let text): (HiddenValue.riskSignals, text)
        case .failed(let reason): (HiddenValue.clientError, reason)
        }
    }
}
