internal import HTTPBase
internal import Logging
import Primitives

/// The log of requests: a line for each, at the level `notice`.
enum AccessLog {
    private static let logger = Logger(label: "gatehouse.access")

    @Sendable static func write(_ record: AccessRecord) {
        logger.notice(
            "\(record.method) \(record.route) \(record.status)",
            metadata: [
                "method": "\(record.method)", "route": "\(record.route)", "status": "\(record.status)",
                "milliseconds": "\(Double(record.nanoseconds / 1000) / 1000)", "address": "\(record.address)",
            ])
    }
}
