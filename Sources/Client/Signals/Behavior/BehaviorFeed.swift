import Primitives
public import RiskSignals

/// Takes what an app, or an adapter to a system, observes of its user, and reports it summed up: durations, distances, counts and times between
/// keystrokes; never where a touch was, and never which key.
///
/// ```swift
/// let feed = BehaviorFeed()
/// configuration.sources = [feed]
/// // …
/// feed.note(ObservedText(.changed, length: field.text.count, time: uptime, element: "password"))
/// ```
///
/// It can be called from any thread. While its signals aren't started, are paused, or collect no behaviour, what comes is dropped.
public final class BehaviorFeed: BehaviorSource {
    private struct State: Sendable {
        var report: (@Sendable (BehaviorSample) -> Void)?
        var touches: [Int: TouchSpan] = [:]
        var fields: [Int: KeystrokeSpan] = [:]
        var motion = MotionSpan()

        mutating func begin(_ text: ObservedText, length: Int) {
            if fields.count < BehaviorFeed.most { fields[text.id] = KeystrokeSpan(text, length: length) }
        }
    }

    /// The number of touches, and of fields, that are followed at once.
    private static let most = 32

    private let state = Lock(State())

    /// Makes a feed, which reports once it is a source of signals that are started.
    public init() {}

    public func start(_ report: @escaping @Sendable (BehaviorSample) -> Void) { state.withLock { $0 = State(report: report) } }

    public func stop() { state.withLock { $0 = State() } }

    public func reportGathered() {
        take { state in
            let keystrokes = state.fields.keys.sorted().compactMap { state.fields[$0]?.take() }
            return keystrokes + [state.motion.take()].compactMap(\.self)
        }
    }

    /// Reports what the app has summed up itself, such as the time that an answer took.
    public func report(_ sample: BehaviorSample) { take { _ in [sample] } }

    /// Takes a moment of a touch; at its end it is reported.
    public func note(_ touch: ObservedTouch) {
        take { state in
            switch touch.phase {
            case .began where state.touches.count < Self.most: state.touches[touch.id] = TouchSpan(touch)
            case .began: break
            case .moved: state.touches[touch.id]?.move(touch)
            case .ended: return state.touches.removeValue(forKey: touch.id).map { [$0.sample(until: touch)] } ?? []
            case .cancelled: state.touches[touch.id] = nil
            }
            return []
        }
    }

    /// Takes a change of a field's text; when the field isn't edited any more, or the signals are sent, its keystrokes are reported. A field whose
    /// beginning wasn't told had no text.
    public func note(_ text: ObservedText) {
        take { state in
            switch text.phase {
            case .began: state.begin(text, length: text.length)
            case .changed:
                if state.fields[text.id] == nil { state.begin(text, length: 0) }
                state.fields[text.id]?.change(text)
            case .ended:
                var span = state.fields.removeValue(forKey: text.id)
                return [span?.take()].compactMap(\.self)
            }
            return []
        }
    }

    /// Takes an acceleration in standard gravity, with the Earth's own or without, at a time in seconds. Every five seconds they are reported.
    public func noteAcceleration(x: Double, y: Double, z: Double, time: Double) {
        take { state in [state.motion.add(x: x, y: y, z: z, at: time)].compactMap(\.self) }
    }

    private func take(_ samples: (inout State) -> [BehaviorSample]) {
        let (taken, report) = state.withLock { state in
            guard let report = state.report else { return ([BehaviorSample](), Optional<@Sendable (BehaviorSample) -> Void>.none) }
            return (samples(&state), report)
        }
        for sample in taken { report?(sample) }
    }
}
