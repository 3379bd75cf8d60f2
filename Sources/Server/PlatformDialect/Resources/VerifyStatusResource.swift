import Directory
import Foundation
import HTTPBase
import Primitives
import ResourceMessages
import VerificationMessages
import Verifications

/// `/users/{userID}/verifyStatus`: whether a user may be verified, and is (`docs/protocols/verify.md` 11).
enum VerifyStatusResource {
    private static let form = Form<UserVerifyStatus>.resource(.object)
    private static let path = "users/{userID}/verifyStatus"

    static let routes: [PlatformRoute] = [
        .get(.api(path), "Whether a user is verified", VerifyTransactionResource.read, gives: form.shape) { turn in
            let user = try await turn.user().id
            return json(try await turn.services.verifications.verifyStatus(of: user, at: turn.verificationSite), of: user, turn)
        },
        .put(
            .api(path), "Switch a user's verification on or off", VerifyTransactionResource.decide,
            .json(form, changes: .administration, gives: form.shape) { turn, body in
                let user = try await turn.user().id
                let status = try await turn.services.verifications.setVerifyStatus(body.status, of: user, at: turn.verificationSite)
                return json(status, of: user, turn)
            }),
    ]

    private static func json(_ status: UserVerifyStatus, of user: UUID, _ turn: PlatformTurn) -> JSONObject {
        let url = turn.url("users/\(user.text)")
        return turn.resource(form.json(status), at: url + "/verifyStatus", links: [("user", url)])
    }
}
