import Crypto
import DeviceIntegrity
import Foundation
package import Primitives
import Messaging
package import Foundations

/// Google's own reading of integrity tokens, for applications whose keys stay with Google (Play Integrity API: decodeIntegrityToken).
package struct PlayIntegrityService: Sendable {
    private static let origin = "https://playintegrity.googleapis.com"
    static let scope = "https://www.googleapis.com/auth/playintegrity"

    let http: any OutboundHTTP
    let access: GoogleAccess

    /// A service that asks Google by these requests.
    package init(http: any OutboundHTTP, time: any TimeSource) {
        self.http = http
        access = GoogleAccess(http: http, scope: Self.scope, allowsLoopback: false, time: time)
    }

    /// Returns what a token says; nil when Google can't be asked.
    /// - Throws: ``IntegrityError`` `.undecipherable` for a token that Google doesn't take, `.malformed`.
    func verdict(of token: String, package name: String, by account: ServiceAccount) async throws(IntegrityError) -> PlayIntegrityVerdict? {
        guard case .success(let bearer) = await access.token(account, for: Self.id(of: account), asOf: .distantPast) else { return nil }
        let body = JSONValue.object(["integrity_token": .string(token)]).text
        let request = OutboundRequest(
            url: "\(Self.origin)/v1/\(name):decodeIntegrityToken", method: "POST",
            headers: [("Authorization", "Bearer \(bearer.reveal())"), ("Content-Type", "application/json")], body: body)
        let answer: OutboundAnswer
        do { answer = try await http.send(request) } catch { return nil }
        switch answer.status {
        case 200:
            guard let payload = try? JSONValue(body: answer.body)["tokenPayloadExternal"] else {
                throw IntegrityError(.malformed, "Google's answer has no verdict")
            }
            return try PlayIntegrityVerdict(json: payload)
        case 400: throw IntegrityError(.undecipherable, "Google doesn't take the integrity token")
        case 401:
            access.forget(Self.id(of: account))
            return nil
        default: return nil
        }
    }

    /// The same for the same account and key.
    private static func id(of account: ServiceAccount) -> UUID {
        let b = account.text.withBytes { Array(SHA256.hash(data: $0).bytes.prefix(16)) }
        return UUID(uuid: (b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]))
    }
}
