internal import Logging

/// Writes each event as a line of text on standard error, as swift-log's own handler does.
///
/// That one writes its metadata out whenever any of it is set, which the HTTP library does for each request: 2.5 % of a journey's step, for lines
/// that are hardly ever written. Here it is done when there is a line.
struct TextLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    private let lines: Lines

    init(_ base: StreamLogHandler) { lines = Lines(base) }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = lines.base
        line.metadata = metadata
        line.metadataProvider = metadataProvider
        line.log(event: event)
    }

    /// The library's handler, held by one reference, since each request copies its logger.
    private final class Lines: Sendable {
        let base: StreamLogHandler

        init(_ base: StreamLogHandler) { self.base = base }
    }
}
