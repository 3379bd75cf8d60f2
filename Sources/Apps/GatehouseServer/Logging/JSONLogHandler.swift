internal import Foundation
internal import Logging
internal import Primitives

/// Writes each event as one JSON object on a line of standard error.
struct JSONLogHandler: LogHandler {
    /// The logger's own level; nil for that of the process.
    private var ownLevel: Logger.Level?
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let node: String?
    private let now: @Sendable () -> Date
    private let write: @Sendable ([UInt8]) -> Void

    /// - Parameter node: the name of the process among several; nil for none.
    init(label: String, node: String? = nil, now: @escaping @Sendable () -> Date, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.label = label
        self.node = node
        self.now = now
        self.write = write
    }

    var logLevel: Logger.Level {
        get { ownLevel ?? Observability.level }
        set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line: JSONObject = [
            "time": .string(now().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            "level": .string(event.level.rawValue),
            "logger": .string(label),
            "message": .string("\(event.message)"),
        ]
        if let node { line["node"] = .string(node) }
        if let error = event.error { line["error"] = .string("\(error)") }
        let fields = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) where line[name] == nil { line[name] = Self.json(value) }
        write(JSONValue.object(line).encoded + [UInt8(ascii: "\n")])
    }

    private static func json(_ value: Logger.MetadataValue) -> JSONValue {
        switch value {
        case .string(let text): .string(text)
        case .stringConvertible(let value): .string("\(value)")
        case .array(let values): .array(values.map(json))
        case .dictionary(let values): .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }))
        }
    }
}
