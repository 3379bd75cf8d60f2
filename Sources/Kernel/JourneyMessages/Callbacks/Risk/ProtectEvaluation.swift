import Primitives

/// `PingOneProtectEvaluationCallback`, or the metadata that stands for it: asks for the risk signals collected so far.
public struct ProtectEvaluation: Question {
    public static var type: CallbackType { .protectEvaluation }

    /// Whether to stop collecting behaviour for now.
    public var pausesBehavior: Bool

    public init(pausesBehavior: Bool) { self.pausesBehavior = pausesBehavior }

    public init?(_ callback: Callback) {
        let source = callback.type == .metadata ? callback.unfolded : callback
        self.init(pausesBehavior: source.flag("pauseBehavioralData") ?? false)
    }

    public var callback: Callback {
        Callback(
            Self.type, output: [.init("pauseBehavioralData", pausesBehavior)],
            input: [.empty("signals"), .empty("clientError")])
    }

    public func inputs(for answer: ProtectOutcome) -> [Callback.Field] {
        switch answer {
        case .signals(let signals): [.init("signals", signals)]
        case .failed(let reason): [.init("clientError", reason)]
        }
    }

    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> ProtectOutcome? {
        if let reason = try given.text("clientError") { return .failed(reason) }
        return try given.text("signals", limit: StepLimits.document).map { .signals($0) }
    }
}

/// The result of collecting risk signals.
public enum ProtectOutcome: Sendable, Equatable {
    /// An opaque text.
    case signals(String)
    case failed(String)
}
