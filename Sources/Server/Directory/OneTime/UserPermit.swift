package import Foundation
import Foundations
import Primitives
import Synchronization

/// The place in a user's quota of one request, whose user is known in its transaction alone (``UserQuotas/permitting(_:with:in:_:)``).
///
/// The body of the transaction takes it, and takes it once however often the body runs.
package final class UserPermit: Sendable {
    /// Thrown out of a transaction whose node has nothing left of the user's quota, so that the database is asked outside of it.
    struct Lacking: Error {
        let user: UUID
    }

    private struct Held {
        let user: UUID
        let admission: QuotaAdmission<UserQuotas.Source>
    }

    private let quotas: UserQuotas
    private let kind: UserQuotas.Kind
    private let application: String
    private let realm: Realm
    private let held = Mutex<Held?>(nil)

    init(_ quotas: UserQuotas, _ kind: UserQuotas.Kind, with application: String, in realm: Realm) {
        self.quotas = quotas
        self.kind = kind
        self.application = application
        self.realm = realm
    }

    /// Counts one more of a user, if that isn't done yet.
    ///
    /// - Throws: ``PasswordError`` `.throttled` when it would be one too many; what the transaction is to end with when the database has to be asked.
    package func take(by user: UUID) throws {
        try held.withLock { held in
            guard held?.user != user else { return }
            switch quotas.counts.known([request(of: user)]) {
            case .admitted(let admission): held = Held(user: user, admission: admission)
            case .refused: throw UserQuotas.refusal
            case .lacking: throw Lacking(user: user)
            }
        }
    }

    /// Counts one more of a user that was made, if that isn't done yet, whether it is one too many or not.
    package func count(by user: UUID) {
        guard held.withLock({ $0?.user != user }) else { return }
        quotas.counts.add(quotas.part(kind, by: user, with: application, in: realm))
    }

    /// Asks the database for the place. Not to be called in a transaction.
    /// - Throws: ``PasswordError`` `.throttled`; ``/Store/DatabaseError``.
    func claim(by user: UUID) async throws {
        guard let admission = try await quotas.counts.admission([request(of: user)]) else { throw UserQuotas.refusal }
        held.withLock { $0 = Held(user: user, admission: admission) }
    }

    /// Gives the place back.
    func giveBack() {
        let held = held.withLock { held in
            defer { held = nil }
            return held
        }
        if let held { quotas.counts.cancel(held.admission) }
    }

    private func request(of user: UUID) -> QuotaRequest<UserQuotas.Source> {
        QuotaRequest([quotas.part(kind, by: user, with: application, in: realm)])
    }
}
