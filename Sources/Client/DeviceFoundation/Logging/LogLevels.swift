import Primitives

/// The messages that are logged. Levels are a set, not a threshold: name every level that you want.
public struct LogLevels: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Details that matter only to developers of the SDK.
    public static let debug = LogLevels(rawValue: 1)
    /// Messages that help to follow the flow.
    public static let info = LogLevels(rawValue: 2)
    /// Requests and answers: method, URL, status and sizes. Secrets in URLs are struck out; bodies and headers are not logged.
    public static let network = LogLevels(rawValue: 4)
    /// Something went wrong that the SDK could mend or ignore.
    public static let warning = LogLevels(rawValue: 8)
    /// Something failed.
    public static let error = LogLevels(rawValue: 16)

    /// No messages, the default.
    public static let none: LogLevels = []
    /// All messages.
    public static let all: LogLevels = [.debug, .info, .network, .warning, .error]
}
