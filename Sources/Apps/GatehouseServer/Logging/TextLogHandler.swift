internal import Logging

/// Writes each event as a line of text on standard error, as swift-log's own handler does.
///
/// That one writes its metadata out whenever any of it is set, which the HTTP library does for each request: 2.5 % of a journey's step, for lines
/// that are hardly ever written. Here it is done when there is a line. Three words fit into a logger without a box of their own, which each
/// request would allocate again: what seldom changes is held by one reference.
struct TextLogHandler: LogHandler {
    /// The logger's own level; nil for that of the process.
    private var ownLevel: Logger.Level?
    var metadata: Logger.Metadata = [:]
    private var lines: Lines

    /// - Parameter node: the name of the process among several, for each line; nil for none.
    init(_ base: StreamLogHandler, node: String? = nil) { lines = Lines(base, nil, node) }

    var logLevel: Logger.Level {
        get { ownLevel ?? Observability.level }
        set { ownLevel = newValue }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { lines.provider }
        set { lines = Lines(lines.base, newValue, lines.node) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = lines.base
        line.metadata = metadata
        if let node = lines.node { line.metadata["node"] = "\(node)" }
        line.metadataProvider = metadataProvider
        line.log(event: event)
    }

    private final class Lines: Sendable {
        let base: StreamLogHandler
        let provider: Logger.MetadataProvider?
        let node: String?

        init(_ base: StreamLogHandler, _ provider: Logger.MetadataProvider?, _ node: String?) {
            self.base = base
            self.provider = provider
            self.node = node
        }
    }
}
