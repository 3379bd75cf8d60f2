import Directory
import Foundation
import HTTPBase
import PingIDMessages
import PingIDService
import Primitives
import ResourceMessages
import Store

/// `/authenticationtokens`: tokens that browsers show as QR codes.
enum CustomerTokenResource {
    static let routes: [CustomerRoute] = [
        .post("authenticationtokens", "Make a token to be shown as a QR code", NewToken.form, changes: .signIns, gives: shape) {
            call, asked in
            let made = try await call.pingID.makeToken(
                for: call.application, selection: asked.selection, needsApproval: asked.needsApproval, verifiesPush: asked.verifiesPush,
                context: asked.context, in: call.realm)
            var body = body(made.token, nil)
            body["token"] = .string(made.text.reveal())
            return body
        },
        .get("authenticationtokens/:tokenID", "Read a token, for 30 minutes", gives: shape) { call in
            guard let standing = try await call.pingID.token(try call.id, of: call.application, in: call.realm) else {
                throw CustomerError.nothingThere
            }
            return body(standing)
        },
        .patch(
            "authenticationtokens/:tokenID", "Say which user was chosen in the browser", ChosenUser.form, changes: .signIns, gives: shape
        ) { call, chosen in
            body(
                try await call.pingID.choose(
                    UserReference(chosen.username), for: try call.id, of: call.application, in: call.realm, issuer: call.issuer))
        },
        .cancel("authenticationtokens/:tokenID", "Take a token back", changes: .signIns, gives: shape) { call in
            body(try await call.pingID.cancelToken(try call.id, of: call.application, in: call.realm, issuer: call.issuer))
        },
    ]

    // MARK: - Bodies

    private static func body(_ standing: PingID.TokenStanding) -> JSONObject {
        var body = body(standing.token, standing.status)
        if !standing.users.isEmpty { body["users"] = .array(standing.users.map(\.json)) }
        body["username"] = standing.username.map(JSONValue.string)
        return body
    }

    private static func body(_ token: AuthenticationToken, _ status: TokenStatus?) -> JSONObject {
        [
            "id": .string(token.id.text), "status": .string(status?.rawValue ?? unclaimed),
            "expires": .string(token.expires.formatted(.iso8601)),
        ]
    }

    private static let unclaimed = "NOT_CLAIMED"
    private static let shape = AnswerShape.told(
        "AuthenticationToken",
        [
            ("id", AnswerShape.id), ("status", .choice([unclaimed] + TokenStatus.allCases.map(\.rawValue))),
            ("expires", AnswerShape.time),
        ],
        or: [
            ("token", AnswerShape.text), ("username", AnswerShape.text),
            (
                "users",
                .list(
                    AnswerShape.told(
                        "TokenUser", [("username", AnswerShape.text), ("status", AnswerShape.choice(TokenUser.Status.self))],
                        or: [("firstName", AnswerShape.text), ("lastName", AnswerShape.text)]), count: 1...TokenReport.mostUsers)
            ),
        ])
}

private struct NewToken: Shaped {
    var selection = AuthenticationToken.Selection.mobile
    var needsApproval = false
    var verifiesPush = false
    var context: String?

    static let shapeName = "NewToken"
    static let members: [Member<Self>] = [
        Member("userSelection", \.selection, .choice), Member("userApproval", \.needsApproval, .flag),
        Member("pushVerification", \.verifiesPush, .flag),
        Member("clientContext", optional: \.context, .bytes(0...SessionDetails.longestContext)),
    ]
}

private struct ChosenUser: Shaped {
    var username = ""

    static let shapeName = "ChosenUser"
    static let members: [Member<Self>] = [Member("username", \.username, .bytes(1...UserSelection.longestUsername), .required)]
}
