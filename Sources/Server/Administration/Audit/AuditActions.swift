package import Directory
package import Foundation
package import Foundations
package import Primitives
package import ResourceMessages
import Synchronization

/// A stretch of the audit log that was verified.
package struct VerifiedAudit: Reported {
    /// The number of events.
    package let events: Int64
    /// The number of the event after which the stretch begins.
    package let after: Int64
    /// The checkpoints at its two ends.
    package let start: String
    /// The checkpoint at the end of the stretch, as ``/Foundations/AuditCheckpoint/description`` writes it.
    package let end: String

    package static let reportName = "VerifiedAudit"

    package static var members: [Member<Self>] {
        [
            Member(told: "events", .count, \.events),
            Member(told: "from", .words, \.start),
            Member(told: "checkpoint", .words, \.end),
            Member(told: "valid", .flag) { _ in true },
        ]
    }

    init(from start: AuditCheckpoint, to end: AuditCheckpoint) {
        events = end.sequence - start.sequence
        after = start.sequence
        self.start = start.description
        self.end = end.description
    }
}

/// Lists the last events.
package struct ListAuditEvents: ReadingAction {
    package static let declaration = ActionDeclaration("audit.list", .administer, "List the events, the latest first.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("audit", by: "sequence", filter: ["realm", "kind", "outcome", "user", "client"], of: .server), .rows(.open),
            from: { _ in Self(limit: .max) }, .after(\.after), .limit(\.limit), .init("since", optional: \.since, .time),
            .init("ofKind", optional: \.kind, .text(1...64)), .init("ofUser", optional: \.user, .text(1...64)),
            .init("reference", optional: \.reference, .text(1...256)))
    }

    /// The time of the oldest event that is wanted; nil for the beginning of the log.
    package var since: Date?
    /// The kind of event, such as `login.failed`, or the part before its point; nil for all.
    package var kind: String?
    /// The id of the user whom events are about; nil for all.
    package var user: String?
    /// A text that events name somewhere, such as the id of a session, a transaction or a device; nil for any.
    package var reference: String?
    /// The number of the event before which the list begins; empty for the end of the log.
    package var after = ""
    /// The greatest number of entries to return.
    package var limit: Int

    package init(limit: Int) { self.limit = limit }

    package var realm: RealmPath { .root }
    package var isServerWide: Bool { true }

    package func perform(in realm: Realm, at site: Site) async throws -> [JSONObject] {
        guard let before = after.isEmpty ? Int64.max : Int64(decimal: after) else {
            throw AdministrationError(.invalid, "\(after.prefix(64)) is no number of an event")
        }
        let (audit, database) = (site.domain.platform.audit, site.domain.platform.database)
        guard isFiltered else { return try await audit.sealed(before: before, limit: limit, of: database) }
        var (found, end): ([JSONObject], Int64) = ([], before)
        while found.count < limit {
            try Task.checkCancellation()
            let page = try await audit.sealed(before: end, limit: AuditLog.stretch, of: database)
            let recent = page.prefix { event in since.map { Self.time(of: event) >= $0 } ?? true }
            found += recent.filter(isMeant).prefix(limit - found.count)
            guard recent.count == AuditLog.stretch, let last = page.last?["sequence"]?.integer else { break }
            end = last
        }
        return found
    }

    private var isFiltered: Bool { since != nil || kind != nil || user != nil || reference != nil }

    private func isMeant(_ event: JSONObject) -> Bool {
        let name = event["kind"]?.string ?? ""
        guard kind.map({ name == $0 || name.hasPrefix($0 + ".") }) ?? true, user.map({ event["user"]?.string == $0 }) ?? true else {
            return false
        }
        return reference.map { Self.names($0, in: .object(event)) } ?? true
    }

    private static func time(of event: JSONObject) -> Date {
        Date(timeIntervalSince1970: TimeInterval(event["milliseconds"]?.integer ?? 0) / 1000)
    }

    /// Whether a text stands somewhere in a value.
    private static func names(_ text: String, in value: JSONValue) -> Bool {
        switch value {
        case .string(let other): other == text
        case .array(let elements): elements.contains { names(text, in: $0) }
        case .object(let object): object.members.contains { names(text, in: $0.value) }
        default: false
        }
    }
}

/// Checks that no event was changed or left out.
package struct VerifyAudit: ReadingAction {
    package static let declaration = ActionDeclaration(
        "audit.verify", .administer, "Check that no event was changed or left out, and print a checkpoint.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("audit:verify", of: .server).long, VerifiedAudit.form, from: { _ in Self() },
            .init("known", optional: \.known, .text(1...256))
        )
    }

    /// A checkpoint taken earlier, which the log must pass through.
    package var known: String?

    package init(through known: String? = nil) { self.known = known }

    package var realm: RealmPath { .root }
    package var isServerWide: Bool { true }

    package func perform(in realm: Realm, at site: Site) async throws -> VerifiedAudit {
        let known = try known.map { try AuditCheckpoint(parsing: $0) }
        let (audit, database) = (site.domain.platform.audit, site.domain.platform.database)
        let end = try await audit.verify(database, through: known)
        return VerifiedAudit(from: try await audit.beginning(of: database), to: end)
    }

    /// Checks an exported file, without a server's data.
    package static func verify(file lines: [String]) throws -> VerifiedAudit {
        var export = try AuditExport(firstLine: lines.first ?? "{}")
        for line in lines.dropFirst() { try export.read(line) }
        try export.finish()
        return VerifiedAudit(from: export.start, to: export.head)
    }
}

/// Hands out events as lines, each with its hash, between two lines that say where they begin and end.
package struct ExportAudit: ReadingAction {
    package static let declaration = ActionDeclaration(
        "audit.export", .administer, "Write events to a file, one JSON object a line, each with its hash.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("audit:export", of: .server).long, Exported.form, from: { _ in Self() },
            .init("olderThan", optional: \.olderThan, .integer(AuditAge.bounds)))
    }

    /// Only events that are older than so many days; nil for all.
    package var olderThan: Int?
    /// Takes each line; nil to have the lines in the output, no more than ``mostLines``.
    package let write: (@Sendable (JSONObject) throws -> Void)?
    /// The most lines that an output has.
    package static let mostLines = 10_000

    package init(olderThan: Int? = nil, write: (@Sendable (JSONObject) throws -> Void)? = nil) {
        self.olderThan = olderThan
        self.write = write
    }

    package var realm: RealmPath { .root }
    package var isServerWide: Bool { true }

    /// The number of events, and the checkpoint at their end.
    package struct Exported: Reported {
        /// The number of events.
        package let events: Int
        /// The checkpoint at the end of the events.
        package let checkpoint: String
        /// The lines; nil where they were taken one by one.
        package let lines: [JSONObject]?

        package static let reportName = "AuditExport"

        package static var members: [Member<Self>] {
            [
                Member(told: "events", .whole, \.events),
                Member(told: "checkpoint", .words, \.checkpoint),
                Member(told: "lines", .rows(.open), \.lines),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Exported {
        var events = 0
        let gathered = GatheredLines(most: Self.mostLines)
        let write = self.write ?? { try gathered.add($0) }
        let limit = try AuditAge.end(olderThan, at: site.domain.platform.time.now)
        let end = try await site.domain.platform.audit.export(site.domain.platform.database, before: limit) { start, page in
            if page.isEmpty { try write(AuditExport.line(start)) }
            for event in page { try write(event) }
            events += page.count
        }
        try write(AuditExport.line(end))
        return Exported(events: events, checkpoint: end.description, lines: self.write == nil ? gathered.lines : nil)
    }
}

/// Gathers lines of an export, up to a number.
private final class GatheredLines: Sendable {
    private let most: Int
    private let gathered = Mutex<[JSONObject]>([])

    init(most: Int) { self.most = most }

    var lines: [JSONObject] { gathered.withLock { $0 } }

    func add(_ line: JSONObject) throws {
        guard
            gathered.withLock({
                $0.append(line); return $0.count <= most
            })
        else {
            throw AdministrationError(
                .conflict, "there are more than \(most) events; name an age, or export them on the server's machine")
        }
    }
}

/// Removes old events.
package struct PruneAudit: ChangingAction {
    package static let declaration = ActionDeclaration(
        "audit.prune", .administer, "Remove old events; what remains can still be verified.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("audit:prune", .final, of: .server).long, Pruned.form, from: { _ in Self(olderThan: 0) },
            .init("olderThan", \.olderThan, .integer(AuditAge.bounds), .required))
    }

    /// The age in days from which on events go.
    package var olderThan: Int

    package init(olderThan: Int) { self.olderThan = olderThan }

    package var realm: RealmPath { .root }
    package var isServerWide: Bool { true }

    /// The events that are gone, and the checkpoint at which the log begins from then on.
    package struct Pruned: Reported {
        /// The time before which events were deleted.
        package let before: Date
        /// The number of events that were deleted.
        package let events: Int64
        /// The checkpoint of the last event that is gone.
        package let checkpoint: String

        package static let reportName = "PrunedAudit"

        package static var members: [Member<Self>] {
            [
                Member(told: "before", .moment, \.before),
                Member(told: "events", .count, \.events),
                Member(told: "checkpoint", .words, \.checkpoint),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Pruned {
        let now = site.domain.platform.time.now
        let end = try AuditAge.end(olderThan, at: now)
        let pruning = try await site.domain.platform.audit.prune(before: end, at: now, in: site.domain.platform.database)
        return Pruned(before: end, events: pruning.events, checkpoint: pruning.through.description)
    }
}

/// The age of the events that an action is about.
package enum AuditAge {
    /// The ages in days that there are.
    package static let bounds = 1...36_500

    /// The time of the first event that isn't old enough.
    package static func end(_ days: Int, at now: Date) throws -> Date {
        guard bounds.contains(days) else {
            throw AdministrationError(.invalid, "an age is a number of days from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return now.addingTimeInterval(-86_400 * TimeInterval(days))
    }

    static func end(_ days: Int?, at now: Date) throws -> Date? { try days.map { try end($0, at: now) } }
}
