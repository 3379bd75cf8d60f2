import Primitives
public import RiskSignals

extension Signals {
    /// The words of the documents that context calls may have.
    private static let documented: Set<String> = [
        "facebook", "google", "apple", "twitter", "linkedin", "paypal", "credit_card", "recaptcha", "hide_billing",
    ]

    /// Records a call of the context API.
    public nonisolated func record(_ event: ContextEvent) { record(.context(event)) }

    /// Records something that the user did with the device.
    public nonisolated func record(_ sample: BehaviorSample) { record(.behavior(sample)) }

    /// Marks a point in the session.
    /// - Parameters:
    ///   - name: a word of the app's program (``/RiskSignals/SignalWord/init(ofProgram:)``); of another text the length is sent.
    ///   - value: one of the declared words; of another text the length is sent.
    public nonisolated func addTag(_ name: String, value: String? = nil) {
        record(.tag(SignalTag(SignalWord(ofProgram: name), value: value.map(word))))
    }

    /// Reduces a text of the app's: one of the documented words, of those that app or environment declare, or a length.
    public nonisolated func word(_ text: String) -> SignalWord {
        let words = recorder.change { $0.words }
        return SignalWord(text, among: words.union(Self.documented))
    }

    /// Notes that a question is shown, so that the time of its answer can be told; the identifier is that of the field. Up to 32 questions are
    /// remembered.
    public nonisolated func questionShown(_ element: String) {
        let now = recorder.now
        recorder.change { state in
            guard state.shown.count < 32 else { return }
            state.shown[SignalWord(ofProgram: element)] = now
        }
    }

    /// Records the time since a question was shown; nothing for one that wasn't.
    public nonisolated func questionAnswered(_ element: String) {
        let (word, now) = (SignalWord(ofProgram: element), recorder.now)
        guard let shown = recorder.change({ $0.shown.removeValue(forKey: word) }) else { return }
        record(.answer(.init(element: word, duration: now - shown)))
    }

    /// The number of events that were dropped, by reason, since the instance began.
    public nonisolated var dropped: [DropReason: Int] { recorder.change { $0.dropped } }

    nonisolated func record(_ body: SignalEvent.Body) {
        if recorder.record(body) { Task { await flushQuietly() } }
    }
}
