package import DeviceMessages
package import Directory
import Foundation
import Foundations
package import Messaging
import Primitives

extension DeviceServices {
    /// A message by which an operator tries whether pushes arrive. It belongs to no challenge: an app shows it and does nothing.
    ///
    /// - Parameters:
    ///   - installation: the installation that it is for.
    ///   - seconds: for how long it is of use.
    package func trialPush(
        to installation: String, in realm: Realm, issuer: DeviceIssuer, isSilent: Bool = false, isTimeSensitive: Bool = false,
        lasting seconds: Int = 40
    ) async throws -> PushMessage {
        let (now, id) = (platform.time.now, platform.random.uuid().text)
        let expires = now.addingTimeInterval(TimeInterval(seconds))
        let statement = PushStatement(
            issuer: issuer.description, audience: installation, pairing: nil, issuedAt: now, expires: expires, challenge: id,
            kind: isSilent ? .silent : .test, nonce: platform.random.token(16), timeout: seconds)
        let key = try await messages.keys.keys(of: realm.id).signer(.devices, at: now).signer
        return PushMessage(
            statement: try statement.signed(with: key), kind: statement.kind, isTimeSensitive: isTimeSensitive, expires: expires,
            collapseID: id)
    }
}
