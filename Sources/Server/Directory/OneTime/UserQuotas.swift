package import Foundation
import Foundations
package import Primitives
import Synchronization

/// The quotas of what a user who has signed in may have made by one application in a minute, each of which leaves a row: by user and
/// application, in this process's memory like those of strangers (``Quotas``).
package final class UserQuotas: Sendable {
    /// The kind of thing that is made.
    package enum Kind: Hashable, Sendable, CaseIterable {
        /// An authorization code, with its grant.
        case code
        /// An answer to a refresh token, with its event in the audit log.
        case refresh
    }

    private struct Source: Hashable {
        let realm: UUID
        let kind: Kind
        let user: UUID
        let application: String
    }

    private struct Minute {
        var slot: Int64 = 0
        var counts: [Source: Int] = [:]
    }

    /// The number of users that are counted; further ones aren't, since each must have signed in.
    private static let mostSources = 100_000

    private let time: any TimeSource
    private let minute = Mutex(Minute())
    /// The number of things that were made since it was last looked whether there are too many.
    private let unlooked = Mutex<[Source: Int]>([:])

    package init(time: any TimeSource) { self.time = time }

    /// Counts one more.
    /// - Throws: ``PasswordError`` `.throttled` when it would be one too many.
    package func require(_ kind: Kind, by user: UUID, with application: String, in realm: Realm) throws {
        try check(kind, by: user, with: application, in: realm)
        count(kind, by: user, with: application, in: realm)
    }

    /// Looks whether one more is within the quota, and counts nothing: for a transaction, whose body may run again.
    /// - Throws: ``PasswordError`` `.throttled`.
    package func check(_ kind: Kind, by user: UUID, with application: String, in realm: Realm) throws {
        let source = Source(realm: realm.id, kind: kind, user: user, application: application)
        guard current({ $0.counts[source, default: 0] }) < realm.settings[BoundsSettings.self].tokensPerUserAndMinute else {
            throw PasswordError(.throttled, "the application asks for too much of one user; try again in a minute")
        }
    }

    /// Counts one more that was made.
    package func count(_ kind: Kind, by user: UUID, with application: String, in realm: Realm) {
        let source = Source(realm: realm.id, kind: kind, user: user, application: application)
        current { minute in
            guard minute.counts[source] != nil || minute.counts.count < Self.mostSources else { return }
            minute.counts[source, default: 0] += 1
        }
    }

    /// Counts one more that is kept, and says whether to look if there are too many: each time that a tenth of what may be there has come,
    /// since looking goes through all of them.
    package func isLookDue(_ kind: Kind, by user: UUID, with application: String, in realm: Realm) -> Bool {
        let source = Source(realm: realm.id, kind: kind, user: user, application: application)
        return unlooked.withLock { unlooked in
            guard unlooked[source] != nil || unlooked.count < Self.mostSources else { return true }
            let count = unlooked[source, default: 0] + 1
            let isDue = count >= max(1, realm.settings[BoundsSettings.self].grantsPerUserAndApplication / 10)
            unlooked[source] = isDue ? nil : count
            return isDue
        }
    }

    private func current<Value: Sendable>(_ body: (inout Minute) -> Value) -> Value {
        let slot = Throttle.slot(time.now)
        return minute.withLock { minute in
            if minute.slot != slot { minute = Minute(slot: slot) }
            return body(&minute)
        }
    }
}
