package import DeviceMessages
import Foundation
import Primitives
import Store
package import DeviceRegistry
package import Directory

extension DeviceAuthentications {
    /// Takes a device's decision; after a first wrong number the device is asked once more.
    ///
    /// - Throws: ``DeviceError``: of ``Challenges/decide(_:as:by:in:)``, and `.wrongNumber`.
    package func decide(
        _ id: String, as decision: ChallengeDecision, by submission: ProvedRequest<Installation>, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> ChallengeStanding.Status {
        switch try await challenges.decide(id, as: decision, by: submission, in: realm) {
        case .standing(let status): return status
        case .wrongNumber(let second):
            if let second { try await ask(second, submission.sender, in: realm, issuer: issuer) }
            throw DeviceError(
                .wrongNumber, "the number isn't the one that is shown where the user signs in", details: ["again": .bool(second != nil)])
        }
    }

    func ask(_ challenge: Challenge, _ installation: Installation, in realm: Realm, issuer: DeviceIssuer) async throws {
        let signer = try await messages.signer(issuer, realm)
        let bundleID = try await applications.application(challenge.application, in: realm.id)?.settings.mobile?.bundleID
        let push = try await database.write { [self] transaction in
            try messages.push(challenge.kind, of: challenge, to: installation, bundleID: bundleID, by: signer, in: transaction)
        }
        messages.send([push], in: realm)
    }
}
