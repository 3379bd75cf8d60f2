import DeviceMessages
import Directory
package import Foundation
import Primitives
import Store
package import WalletMessages

extension Wallets {
    /// Keeps a request for wallets to read, and returns its id.
    ///
    /// - Throws: `.policy` for another instance's request; `.malformed` for one that is too long, or to be kept longer than 30 days; `.expired`;
    ///   `.full` when the instance has as many as it may.
    package func keep(_ keeping: RequestKeeping, of instance: WalletInstance) async throws -> UUID {
        let (now, content) = (time.now, keeping.request.json.text)
        guard keeping.request.instance == instance.id else { throw DeviceError(.policy, "a request is of the instance that asks in it") }
        guard content.utf8.count <= SharedRequest.longest, keeping.expires <= now.addingTimeInterval(RequestKeeping.longestLife) else {
            throw DeviceError(.malformed, "a request has at most \(SharedRequest.longest) bytes, and is kept for at most 30 days")
        }
        guard keeping.expires > now else { throw DeviceError(.expired, "the request's time has passed") }
        let id = random.uuid()
        try await database.write { transaction in
            try transaction.hold(HeldName("wallet requests", instance.realm, instance.id))
            let count = try transaction.row(
                "SELECT COUNT(*) AS count FROM wallet_requests WHERE realm = ?1 AND instance = ?2 AND expires > ?3", instance.realm,
                instance.id, now)?.int("count")
            guard count ?? 0 < KeptRequests.mostOfInstance else {
                throw DeviceError(.full, "an instance has at most \(KeptRequests.mostOfInstance) requests kept")
            }
            try transaction.execute(
                "INSERT INTO wallet_requests (realm, id, instance, content, expires) VALUES (?1, ?2, ?3, ?4, ?5)", instance.realm, id,
                instance.id, content, keeping.expires)
        }
        return id
    }

    /// The text of a request that is kept.
    /// - Throws: `.notFound`.
    package func request(_ id: UUID, at site: WalletSite) async throws -> String {
        let now = time.now
        let row = try await database.lookUp { transaction in
            try transaction.row(
                "SELECT content FROM wallet_requests WHERE realm = ?1 AND id = ?2 AND expires > ?3", site.realm.id, id, now)
        }
        guard let row else { throw DeviceError(.notFound, "no request of this id is kept") }
        return try row.text("content")
    }
}
