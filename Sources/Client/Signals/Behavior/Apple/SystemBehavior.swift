import Primitives
import RiskSignals

#if canImport(UIKit) && canImport(CoreMotion)

/// Observes what the user does with the device, and feeds it: touches of the app's windows, changes of text fields and views, and acceleration.
///
/// Touches are seen by a gesture recognizer of each window that never recognizes anything. An app whose application object hands its events on
/// (``BehaviorFeed/note(_:)-(UIEvent)``) needs none.
final class SystemBehavior: BehaviorSource {
    private let feed: BehaviorFeed
    private let observesWindows: @MainActor @Sendable () -> Bool
    private let isWanted = Lock(false)
    @MainActor private var observers: SystemObservers?

    /// Makes a source that feeds what it observes.
    /// - Parameter observesWindows: whether touches are seen by recognizers of the windows; asked when behaviour begins to be collected.
    init(feeding feed: BehaviorFeed, observesWindows: @escaping @MainActor @Sendable () -> Bool = { true }) {
        self.feed = feed
        self.observesWindows = observesWindows
    }

    func start(_ report: @escaping @Sendable (BehaviorSample) -> Void) {
        feed.start(report)
        want(true)
    }

    func stop() {
        feed.stop()
        want(false)
    }

    func reportGathered() { feed.reportGathered() }

    private func want(_ isWanted: Bool) {
        self.isWanted.withLock { $0 = isWanted }
        Task { @MainActor in match() }
    }

    @MainActor
    private func match() {
        switch (isWanted.withLock { $0 }, observers) {
        case (true, nil): observers = SystemObservers(feed, observesWindows: observesWindows())
        case (false, let running?):
            running.stop()
            observers = nil
        default: break
        }
    }
}

/// The observers of one source, while they observe.
@MainActor
private final class SystemObservers {
    private let touches: WindowObserver?
    private let texts: TextObserver
    private let motion: MotionObserver

    init(_ feed: BehaviorFeed, observesWindows: Bool) {
        touches = observesWindows ? WindowObserver(feed) : nil
        texts = TextObserver(feed)
        motion = MotionObserver(feed)
    }

    func stop() {
        touches?.stop()
        texts.stop()
        motion.stop()
    }
}
#endif
