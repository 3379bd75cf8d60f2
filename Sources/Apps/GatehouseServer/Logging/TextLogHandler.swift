internal import Logging
internal import Primitives

/// Writes each event as a line of text on standard error, as swift-log's own handler does.
///
/// That one writes its metadata out whenever any of it is set, which the HTTP library does for each request: 2.5 % of a journey's step, for lines
/// that are hardly ever written. Here it is done when there is a line.
struct TextLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadataProvider: Logger.MetadataProvider?

    private let lines: Lines
    /// A name or two, for which a dictionary costs more than looking through.
    private var members: [(name: String, value: Logger.Metadata.Value)] = []

    init(_ base: StreamLogHandler) { lines = Lines(base) }

    var metadata: Logger.Metadata {
        get { Dictionary(members.map { ($0.name, $0.value) }) { $1 } }
        set { members = newValue.map { (name: $0.key, value: $0.value) } }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { members.first { $0.name == key }?.value }
        set {
            members.removeAll { $0.name == key }
            if let newValue { members.append((name: key, value: newValue)) }
        }
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
