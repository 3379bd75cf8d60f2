import CommandChannel
import Directory
import Foundation
import Foundations
import Primitives
import Store

/// The change of an authenticator by a step that was computed, to be written on condition that no other came between.
struct AuthenticatorChange: Sendable {
    let record: AuthenticatorRecord
    let instance: ServerInstance
    private let sealed: [UInt8]

    init(_ record: AuthenticatorRecord, to instance: ServerInstance, _ sealer: Sealer) throws {
        self.record = record
        self.instance = instance
        sealed = instance == record.channel ? record.sealed : try AuthenticatorRecord.sealed(instance, realm: record.realm, sealer)
    }

    /// Whether the step used up the last try.
    var locks: Bool { instance.isLocked && !record.isLocked }

    /// Writes the change. An authenticator whose last try it used up stays locked, or goes, as the realm wants it.
    func write(
        for customer: OrchestrationCustomer, _ audit: AuditLog, notification: String? = nil, at now: Date,
        in transaction: any WriteTransaction
    ) throws {
        try record.update(to: instance, sealed: sealed, notification: notification, at: now, in: transaction)
        guard locks else { return }
        let goes = customer.realm.settings[OrchestrationSettings.self].orchestrationPenalty == .remove
        if goes { try record.remove(in: transaction) }
        try audit.append(
            goes ? .deviceRemoved : .userChanged,
            ["change": "orchestration authenticator locked by wrong PINs", "authenticator": .string(record.name)], at: now,
            realm: customer.realm.id, user: record.user, client: customer.application, in: transaction)
    }
}
