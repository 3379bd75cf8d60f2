public import DeviceProfile
public import Primitives
public import RiskSignals

/// The configuration that ``Signals`` are made with.
public struct SignalsConfiguration: Sendable {
    /// The way in which signals leave the device.
    public enum Sending: Sendable {
        /// Batches are sent whenever enough events are there.
        case continuous
        /// Only in what ``Signals/data()`` returns, for the app to send.
        case onDemand
    }

    /// The environment.
    public var issuer: SignalsIssuer
    /// The app's id; nil for an environment without apps.
    public var application: String?
    /// The app's secret, which keys the first registration and is never sent; nil for none.
    public var secret: Secret?
    /// The way in which signals leave the device; continuously by default.
    public var sending = Sending.continuous
    /// Whether behaviour is collected; yes by default.
    public var collectsBehavior = true
    /// Whether the device's attributes are collected when a payload needs them, and not at the start; no by default.
    public var isMetadataLazy = false
    /// The names of attributes of the device that aren't collected; names that aren't known change nothing.
    public var ignoredAttributes: [String] = []
    /// The words of the app's own that may be sent as providers, payment methods, challenges, settings and values of tags, in addition to
    /// the documented ones. Of other texts the length is sent.
    public var words: Set<String> = []
    /// The number of events that wait at most; 500 by default. Of more, the oldest behaviour is dropped, and when there is none, the oldest
    /// event.
    public var bufferLimit = 500
    /// The number of sealed batches that wait for the network at most; 64 by default. Of more, the oldest is dropped.
    public var queueLimit = 64
    /// The number of events from which they are sent; 100 by default.
    public var flushCount = 100
    /// The age of the oldest event, in seconds, from which the next event has all of them sent, and the pause after an attempt
    /// that failed; 10 by default.
    public var flushAge = 10
    /// The collectors of the device's attributes; those that fit this system by default.
    public var collectors: [any ProfileCollector] = DeviceProfiler.standard
    /// The sources of behaviour; none by default, as an app may report behaviour itself. Each is one instance's alone; they observe while behaviour
    /// is collected.
    public var sources: [any BehaviorSource] = []

    /// A configuration with its usual values.
    public init(issuer: SignalsIssuer) { self.issuer = issuer }
}
