package import Primitives

/// The base of the client modules: the network, a store for secrets, interceptors, a log. Make one, share it among them.
///
/// ```swift
/// let device = Device(transport: try AsyncHTTPTransport(), store: try FileVault(path, key: .file(keyPath)))
/// ```
public struct Device: Sendable {
    /// The transport by which requests travel.
    public let transport: any HTTPTransport
    /// The store of sessions, tokens and cookies.
    public let store: any SecureStore
    /// Changes requests before they are sent, in order.
    public let interceptors: [any RequestInterceptor]
    /// The log to which messages go.
    public let log: Log
    /// The time that one exchange with the server may take; 30 seconds by default.
    public let timeout: Duration
    /// The cookies, or nil to keep and send none.
    public let cookies: CookieJar?
    /// The value of `x-requested-platform`; by default the system that this runs on.
    public let platform: String

    package let time: any TimeSource
    package let random: any RandomSource

    /// A device. `store` is by default one that forgets everything with the process.
    public init(
        transport: any HTTPTransport, store: any SecureStore = InMemoryStore(), interceptors: [any RequestInterceptor] = [],
        log: Log = .off, timeout: Duration = .seconds(30), keepsCookies: Bool = true, platform: String = Device.currentPlatform
    ) {
        self.init(
            transport: transport, store: store, interceptors: interceptors, log: log, timeout: timeout,
            keepsCookies: keepsCookies, platform: platform, time: SystemTime(), random: SystemRandom())
    }

    package init(
        transport: any HTTPTransport, store: any SecureStore, interceptors: [any RequestInterceptor] = [], log: Log = .off,
        timeout: Duration = .seconds(30), keepsCookies: Bool = true, platform: String = Device.currentPlatform,
        time: any TimeSource, random: any RandomSource
    ) {
        self.transport = transport
        self.store = store
        self.interceptors = interceptors
        self.log = log
        self.timeout = timeout
        self.platform = platform
        self.time = time
        self.random = random
        cookies = keepsCookies ? CookieJar(store: store, time: time) : nil
    }

    /// The same device, for requests that neither send nor change its cookies.
    package var withoutCookies: Device {
        Device(
            transport: transport, store: store, interceptors: interceptors, log: log, timeout: timeout, keepsCookies: false,
            platform: platform, time: time, random: random)
    }

    /// The same device without its interceptors, for requests that have passed them.
    package var withoutInterceptors: Device {
        Device(
            transport: transport, store: store, log: log, timeout: timeout, keepsCookies: cookies != nil, platform: platform, time: time,
            random: random)
    }

    /// The name of the system that this code runs on.
    public static var currentPlatform: String {
        #if os(iOS)
        "ios"
        #elseif os(macOS)
        "macos"
        #else
        "linux"
        #endif
    }
}
