package import DeviceMessages
import Primitives
import Store
import DeviceRegistry
package import Directory

extension DeviceAuthentications {
    /// Sends the pushes that a server was killed before it could hand them over. A device that has got one takes the second for the first,
    /// so it doesn't matter when another node is sending it at this moment.
    package func resumePushes(in realm: Realm, issuer: DeviceIssuer) async throws {
        let now = time.now
        let waiting = try await database.read { transaction in
            try Challenges.unsent(realm: realm.id, at: now, in: transaction).compactMap { challenge in
                try Installations.installation(challenge.installation, realm: realm.id, in: transaction).map { (challenge, $0) }
            }
        }
        for (challenge, installation) in waiting where installation.reachableAt != nil {
            try await ask(challenge, installation, in: realm, issuer: issuer)
        }
    }
}
