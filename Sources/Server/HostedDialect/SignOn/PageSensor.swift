import JourneyMessages
import Pages
import Primitives

/// The sensor of a journey's pages (docs/risk.md): what the journey wants collected, and what the browser has brought.
struct PageSensor: Sendable {
    /// Whether the realm's pages collect signals.
    let isOn: Bool
    /// The journey's wishes; nil until it asks for signals.
    private(set) var wishes: PageSignals?
    /// The signals that came with the form, until a step takes them.
    private var signals: String?

    /// The reason that a journey is told when no signals came.
    private static let unsupported = "Unsupported"

    init(isOn: Bool, wishes: PageSignals? = nil) {
        self.isOn = isOn
        self.wishes = isOn ? wishes : nil
    }

    mutating func take(_ signals: String?) { if isOn { self.signals = signals } }

    /// Begins with another run, which hasn't asked for anything.
    mutating func forget() { (wishes, signals) = (nil, nil) }

    /// Notes what a step asks of the sensor. A step that asks nothing else isn't shown: it is answered from what the form before it has
    /// brought.
    ///
    /// - Returns: the answered step; nil when it is to be shown.
    mutating func answer(_ step: Step) -> Step? {
        guard isOn else { return nil }
        let kinds = step.callbacks.map(\.kind)
        for case .protectInitialization(let question) in kinds { wishes = PageSignals(question) }
        guard kinds.contains(where: \.isOfSensor), kinds.allSatisfy({ $0.isOfSensor || $0.isSensorValue }) else { return nil }
        var step = step
        for index in kinds.indices {
            guard case .protectEvaluation(let question) = kinds[index] else { continue }
            let outcome = signals.map(ProtectOutcome.signals) ?? .failed(Self.unsupported)
            signals = nil
            if step.callbacks[index].type == .metadata { step.fill(outcome) } else { step.answer(index, question, with: outcome) }
        }
        return step
    }
}

extension CallbackKind {
    fileprivate var isOfSensor: Bool {
        switch self {
        case .protectInitialization, .protectEvaluation: true
        default: false
        }
    }

    /// Whether it is one of the hidden values that take answers beside metadata.
    fileprivate var isSensorValue: Bool {
        if case .hiddenValue(let hidden) = self { Step.sensorValues.contains(hidden.id) } else { false }
    }
}

extension Step {
    fileprivate static let sensorValues: Set = [HiddenValue.riskSignals, HiddenValue.clientError]

    /// Answers metadata, by the hidden values beside it.
    fileprivate mutating func fill(_ outcome: ProtectOutcome) {
        let (id, text) = outcome.hidden
        for (index, callback) in callbacks.enumerated() {
            if let hidden = callback.question(HiddenValue.self), hidden.id == id { answer(index, hidden, with: text) }
        }
    }
}
