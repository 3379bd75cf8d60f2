package import Foundation
package import Primitives
package import Store

extension AuditLog {
    /// Seals the events that wait, and hands out those up to a time, oldest first, a page at a time, each with its hash: what ``AuditExport`` verifies.
    ///
    /// - Parameters:
    ///   - end: the time of the first event that isn't wanted; nil for all.
    ///   - receive: gets the events of a page, and before the first one the checkpoint at which they begin.
    /// - Returns: how many they were, and where they end.
    package func export(
        _ database: any Database, before end: Date?, _ receive: (AuditCheckpoint, [JSONObject]) throws -> Void
    ) async throws -> AuditCheckpoint {
        let limit = end.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) } ?? .max
        try await Self.seal(database)
        var head = try await beginning(of: database)
        try receive(head, [])
        while true {
            let records = try await Self.records(after: head, in: database).prefix(while: { $0.sealed.record.time < limit })
            guard !records.isEmpty else { return head }
            let start = head
            for record in records { head = try Self.next(record, after: head) }
            try receive(start, records.map { AuditExport.line($0.sealed, $0.hash) })
            try WorkProgress.step(by: records.count)
        }
    }
}

/// Events of the log as they are exported: one object a line, between two lines that say where they begin and end.
package struct AuditExport: Sendable {
    /// The place where the exported events begin.
    package let start: AuditCheckpoint
    /// The last event that was read.
    package private(set) var head: AuditCheckpoint
    private var isEnded = false

    /// Begins with an export's first line.
    package init(firstLine: String) throws {
        start = try Self.checkpoint(firstLine)
        head = start
    }

    /// A line that says where the log stands.
    package static func line(_ checkpoint: AuditCheckpoint) -> JSONObject { ["checkpoint": .string(checkpoint.description)] }

    static func line(_ sealed: SealedRecord, _ hash: [UInt8]) -> JSONObject {
        var line = sealed.object
        line["personalDigest"] = sealed.digest.map { .string(Base64URL.encode($0)) }
        line["hash"] = .string(Base64URL.encode(hash))
        return line
    }

    /// Checks a line after the first one.
    ///
    /// - Throws: ``AuditError`` when an event was changed or left out.
    package mutating func read(_ line: String) throws {
        guard !isEnded else { throw AuditError(.changed, "the export goes on after its end") }
        let object = try Self.object(line)
        guard object["checkpoint"] == nil else {
            guard try Self.checkpoint(line) == head else { throw AuditError(.missing, "the export's last events are missing") }
            isEnded = true
            return
        }
        guard let sealed = SealedRecord(object), let hash = object["hash"]?.string.flatMap({ Base64URL.decode($0) }) else {
            throw AuditError(.changed, "a line of the export is no event")
        }
        head = try AuditLog.next((sealed, hash), after: head)
    }

    /// Says that there are no more lines.
    package func finish() throws {
        guard isEnded else { throw AuditError(.missing, "the export has no end: it was cut off after event \(head.sequence)") }
    }

    private static func object(_ line: String) throws -> JSONObject {
        guard let object = try JSONValue(parsing: line).object else { throw AuditError(.changed, "a line of the export is no event") }
        return object
    }

    private static func checkpoint(_ line: String) throws -> AuditCheckpoint {
        guard let text = try object(line)["checkpoint"]?.string else {
            throw AuditError(.missing, "the export doesn't begin with a checkpoint")
        }
        return try AuditCheckpoint(parsing: text)
    }
}

extension SealedRecord {
    /// Reads an event as it is exported; nil when it is something else.
    fileprivate init?(_ object: JSONObject) {
        guard let sequence = object["sequence"]?.integer, let time = object["milliseconds"]?.integer, let realm = object["realm"]?.string,
            let kind = object["kind"]?.string, let outcome = object["outcome"]?.string
        else { return nil }
        let record = AuditRecord(
            time: time, realm: realm, kind: kind, outcome: outcome, user: object["user"]?.string, client: object["client"]?.string,
            session: object["session"]?.string, reason: object["reason"]?.string,
            details: object["details"]?.object.map { JSONValue.object($0).text },
            personal: object["personal"]?.object.map { JSONValue.object($0).text })
        self.init(record, as: sequence, digest: object["personalDigest"]?.string.flatMap { Base64URL.decode($0) })
    }
}
