import Primitives

extension BehaviorFeed {
    /// The source for ``SignalsConfiguration/sources`` by which the feed is reported: with this system's own observations where there are observers
    /// for it (iOS, and apps of it on a Mac), else of what the app feeds alone.
    /// - Parameter observesWindows: whether touches are seen by recognizers of the app's windows, which an app doesn't need whose application object
    ///   hands its events on.
    public func source(observesWindows: @escaping @MainActor @Sendable () -> Bool = { true }) -> any BehaviorSource {
        #if canImport(UIKit) && canImport(CoreMotion)
        SystemBehavior(feeding: self, observesWindows: observesWindows)
        #else
        self
        #endif
    }
}
