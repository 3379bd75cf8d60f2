import DeviceBindingMessages
import Foundation
import JOSE
import Primitives

/// The time that the user has.
struct Countdown: Sendable {
    private let end: Date
    private let time: any TimeSource

    init(_ seconds: Int, _ time: any TimeSource) {
        end = time.now.addingTimeInterval(TimeInterval(seconds))
        self.time = time
    }

    /// The time now, unless it is up.
    func now() throws(DeviceBindingError) -> Date {
        let now = time.now
        guard now <= end else { throw DeviceBindingError(.timeout, "the user took longer than the server gives") }
        return now
    }
}

/// The statement to be signed.
struct SigningRequest: Sendable {
    let application: String
    let subject: String
    let challenge: String
    let timeout: Int
    let keyID: String

    /// Refuses claims that are the protocol's.
    static func check(_ claims: JSONObject) throws(DeviceBindingError) {
        if let name = claims.names.first(where: BoundStatement.reservedClaims.contains) {
            throw DeviceBindingError(.invalidClaims, "the claim \(name) is the protocol's; choose another name")
        }
    }

    func signed(
        with key: UnlockedKey, claims: JSONObject, isBinding: Bool, within clock: Countdown
    ) async throws(DeviceBindingError) -> String {
        let statement: BoundStatement
        do {
            statement = try BoundStatement(
                application: application, subject: subject, challenge: challenge, at: try clock.now(), lifetime: TimeInterval(timeout),
                others: claims)
        } catch let error as DeviceBindingError { throw error } catch {
            throw DeviceBindingError(.invalidClaims, "\(error)", underlying: error)
        }
        let draft = statement.draft(keyID: keyID, algorithm: key.algorithm, embedding: isBinding ? key.publicKey : nil)
        let text = draft.text(signature: try await key.sign(draft.signingInput))
        _ = try clock.now()
        return text
    }
}
