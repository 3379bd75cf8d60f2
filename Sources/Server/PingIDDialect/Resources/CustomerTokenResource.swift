import DialectBase
import DeviceMessages
import Foundation
import HTTPTypes
import PingIDMessages
import PingIDService
import Primitives
import Store

/// `/authenticationtokens`: tokens that browsers show as QR codes.
struct CustomerTokenResource: Sendable {
    func make(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let members = try turn.members
        let selection: AuthenticationToken.Selection? = try members.optionalChoice("userSelection")
        let made = try await turn.pingID.makeToken(
            for: turn.application, selection: selection ?? .mobile, needsApproval: try members.flag("userApproval", default: false),
            verifiesPush: try members.flag("pushVerification", default: false),
            context: try members.optionalText("clientContext", atMost: SessionDetails.longestContext), in: turn.realm)
        var body = Self.body(made.token, nil)
        body["token"] = .string(made.text.reveal())
        return .init(.object(body), status: .created)
    }

    func read(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        guard let standing = try await turn.pingID.token(try turn.id, of: turn.application, in: turn.realm) else {
            throw CustomerError.nothingThere
        }
        return Self.answer(standing)
    }

    /// `username`: the user who was chosen in the browser.
    func choose(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let name = try turn.members.text("username", atMost: UserSelection.longestUsername)
        return Self.answer(
            try await turn.pingID.choose(name, for: try turn.id, of: turn.application, in: turn.realm, issuer: turn.issuer))
    }

    func cancel(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        Self.answer(try await turn.pingID.cancelToken(try turn.id, of: turn.application, in: turn.realm, issuer: turn.issuer))
    }

    private static func answer(_ standing: PingID.TokenStanding) -> CustomerReader.Answer {
        var body = body(standing.token, standing.status)
        if !standing.users.isEmpty { body["users"] = .array(standing.users.map(\.json)) }
        body["username"] = standing.username.map(JSONValue.string)
        return .init(.object(body))
    }

    private static func body(_ token: AuthenticationToken, _ status: TokenStatus?) -> JSONObject {
        [
            "id": .string(token.id.text), "status": .string(status?.rawValue ?? "NOT_CLAIMED"),
            "expires": .string(token.expires.formatted(.iso8601)),
        ]
    }
}
