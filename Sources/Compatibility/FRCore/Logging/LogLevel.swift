/// The messages that are logged. Levels are not cumulative: name every level that you want ("About the default Ping SDK for iOS
/// logger").
public struct LogLevel: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The levels of a list together.
    public init(logs: [LogLevel]) { self.init(logs) }

    /// Nothing.
    public static let none: LogLevel = []
    /// Messages that are not important.
    public static let verbose = LogLevel(rawValue: 1)
    /// Messages that help to understand the flow.
    public static let info = LogLevel(rawValue: 2)
    /// Requests and answers, without their secrets.
    public static let network = LogLevel(rawValue: 4)
    /// Minor issues.
    public static let warning = LogLevel(rawValue: 8)
    /// Severe issues.
    public static let error = LogLevel(rawValue: 16)
    /// Everything.
    public static let all: LogLevel = [.verbose, .info, .network, .warning, .error]
}
