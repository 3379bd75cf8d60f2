import Directory
import Foundation
import Foundations
import Primitives
import Store

extension Orchestrations {
    /// Ends a request that is pending, as if its time were over. Devices that answer it are told that it has expired.
    /// - Throws: ``OrchestrationRefusal`` for one that isn't there.
    package func withdraw(_ id: String, of customer: OrchestrationCustomer) async throws {
        let now = time.now
        try await database.write { [audit] transaction in
            guard let request = try RequestRecord.find(id, of: customer, in: transaction) else { throw OrchestrationRefusal.noRequest }
            guard request.state(at: now) == .pending else { return }
            try request.end(.timeout, by: nil, at: now, in: transaction)
            // A request for an unknown name has no user.
            let user = try Users.status(of: request.user, realm: request.realm, in: transaction) == nil ? nil : request.user
            try audit.append(
                .loginFailed, ["change": "orchestration request withdrawn", "request": .string(id)], at: now, realm: customer.realm.id,
                user: user, client: customer.application, in: transaction)
        }
    }
}

extension OrchestrationRefusal {
    static let noRequest = OrchestrationRefusal(.sessionUnknown, "there is no request of this id")
}
