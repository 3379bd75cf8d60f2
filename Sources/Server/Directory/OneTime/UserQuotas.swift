package import Foundation
package import Foundations
package import Primitives
import Synchronization

/// The quotas of what a user who has signed in may have made by one application in a minute, each of which leaves a row: by user and
/// application, counted in memory or shared by servers like those of strangers (``Quotas``).
package final class UserQuotas: Sendable {
    /// The kind of thing that is made.
    package enum Kind: String, Sendable, CaseIterable {
        /// An authorization code, with its grant.
        case code
        /// An answer to a refresh token, with its event in the audit log.
        case refresh
    }

    struct Source: QuotaSource {
        let realm: UUID
        let kind: Kind
        let user: UUID
        let application: String

        var name: String { "user \(kind.rawValue) \(user.text) \(application)" }
    }

    /// The number of users that are counted; further ones aren't, since each must have signed in.
    private static let mostSources = 100_000
    static let refusal = PasswordError(.throttled, "the application asks for too much of one user; try again in a minute")

    let counts: QuotaCounts<Source>
    /// The number of things that were made since it was last looked whether there are too many.
    private let unlooked = Mutex<[Source: Int]>([:])

    /// - Parameter ledger: the counts that servers share; nil where this one has the database to itself.
    package init(over ledger: QuotaLedger?, time: any TimeSource) {
        counts = QuotaCounts(over: ledger, mostSources: Self.mostSources, time: time)
    }

    /// Counts one more. Not to be called in a transaction.
    /// - Throws: ``PasswordError`` `.throttled` when it would be one too many; ``/Store/DatabaseError`` where servers share the counts and the
    ///   database can't be asked.
    package func require(_ kind: Kind, by user: UUID, with application: String, in realm: Realm) async throws {
        guard try await counts.admission([QuotaRequest([part(kind, by: user, with: application, in: realm)])]) != nil else {
            throw Self.refusal
        }
    }

    /// Runs what needs a place in a user's quota, where only a transaction in it finds out the user: the transaction takes the place by the permit.
    /// A place that memory doesn't have is asked of the database: then the transaction has no effect, and `body` runs again.
    /// A request that ends with an error isn't counted.
    ///
    /// - Throws: the errors of `body`; ``PasswordError`` `.throttled`; ``/Store/DatabaseError``.
    package func permitting<Value>(
        _ kind: Kind, with application: String, in realm: Realm, _ body: (UserPermit) async throws -> Value
    ) async throws -> Value {
        let permit = UserPermit(self, kind, with: application, in: realm)
        do {
            do { return try await body(permit) } catch let lacking as UserPermit.Lacking { try await permit.claim(by: lacking.user) }
            return try await body(permit)
        } catch {
            permit.giveBack()
            // A second run that finds another user isn't followed by a third.
            if error is UserPermit.Lacking { throw Self.refusal }
            throw error
        }
    }

    /// The part that counts one thing for a user and an application.
    func part(_ kind: Kind, by user: UUID, with application: String, in realm: Realm) -> QuotaRequest<Source>.Part {
        .init(
            Source(realm: realm.id, kind: kind, user: user, application: application), or: nil, 1,
            of: realm.settings[BoundsSettings.self].tokensPerUserAndMinute)
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
}
