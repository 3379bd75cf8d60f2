import Foundations
import Store
import Testing
@testable import Services

@Suite("Who fills the tables of the schema")
struct TableFillingTests {
    /// The tables that strangers can fill, with their bounds and the feature that keeps them.
    private static var filled: [(table: String, bounds: StrangerBounds, feature: Feature)] {
        Schema.features.flatMap { feature in
            feature.tables.compactMap { rule in
                guard case .byStrangers(let bounds) = rule.filling else { return nil }
                return ("\(rule.table)", bounds, feature)
            }
        }
    }

    /// What removes rows in time, where it isn't the sweep of their own feature.
    private static let workers = [
        "audit_samples": "AuditLog.tellSampled, each minute", "account_notices": "AccountNotices, which sends or drops them",
        "outbox": "Outbox, which sends or drops them", "orchestration_sessions": "the sweep of their requests",
    ]

    @Test("what strangers can fill is bounded: in the length of a row, and in time unless there is a reason")
    func bounds() {
        #expect(Self.filled.count > 10)
        for (table, bounds, feature) in Self.filled {
            #expect((1...(256 << 10)).contains(bounds.bytes), "\(table)")
            switch bounds.lifetime {
            case .seconds(let seconds):
                #expect((1...31_536_000).contains(seconds), "\(table)")
                let isRemoved = feature.expiry.contains { $0.table == table } || feature.sweep != nil || Self.workers[table] != nil
                #expect(isRemoved, "\(table) has an end, and nothing removes it")
            case .lasting(let reason): #expect(!reason.isEmpty, "\(table)")
            }
            if case .account(let rows) = bounds.asker { #expect(rows > 0, "\(table)") }
            if bounds.renewals == .withinLifetime, case .lasting = bounds.lifetime {
                #expect(table == "sessions", "\(table) is renewed for ever")
            }
        }
    }

    @Test("a table without bounds is none that strangers fill")
    func administration() {
        for rule in Schema.features.flatMap(\.tables) {
            guard case .byAdministration = rule.filling else { continue }
            // What belongs to a user is none of the configuration's.
            let isUsers = rule.owners.contains {
                switch $0 {
                case .user, .device, .installation, .authentication, .name: true
                case .application: false
                }
            }
            #expect(!isUsers, "\(rule.table)")
        }
    }
}
