import NIOHTTP1
import OAuthMessages
import Primitives
import Testing

/// A login by a client that tries again what was answered by 503, as it is told to.
struct PersistentLogin {
    /// The outcome of a login.
    struct Outcome {
        /// The session's token.
        let session: String
        /// The number of requests that were answered by 503.
        let refusals: Int
        /// The number of logins that were begun anew, since a request that was answered by 503 had used up what it showed.
        let renewals: Int
    }

    /// A request that shows what one before it has used up.
    private struct UsedUp: Error {}

    private let peer: Peer
    private var refusals = 0

    private init(_ peer: Peer) { self.peer = peer }

    /// Signs in, exchanges a code and refreshes the tokens, and shows that neither the code nor the refresh token leads to anything more.
    static func run(_ peer: Peer) async throws -> Outcome {
        var login = PersistentLogin(peer)
        var renewals = 0
        while true {
            let former = login.refusals
            do {
                let session = try await login.attempt()
                return Outcome(session: session, refusals: login.refusals, renewals: renewals)
            } catch is UsedUp {
                // Without a refusal there is no reason for it.
                try #require(login.refusals > former)
                renewals += 1
            }
        }
    }

    private mutating func attempt() async throws -> String {
        let step = try await ask { try await $0.am(Peer.journey + "sdkUsernamePasswordJourney") }
        try #require(step.status == 200, "the journey's beginning answered \(step.status): \(step.text)")
        let reply = try await ask { try await $0.answer(step.json, password: .string(Demo.password)) }
        guard let session = reply.json["tokenId"]?.string else { throw UsedUp() }
        let redirected = try await ask {
            try await $0.send(.GET, "/am/oauth2/realms/alpha/authorize?" + $0.authorization(), [(Demo.cookie, session)])
        }
        let code = try #require(redirected.redirected("code"), "authorize answered \(redirected.status): \(redirected.text)")
        let tokens = try await token(peer.exchange(code))
        let refresh = FormBody([
            ("client_id", Demo.client), ("grant_type", "refresh_token"), ("refresh_token", try #require(tokens["refresh_token"]?.string)),
        ]).encoded
        let refreshed = try await token(refresh)
        // The client may have the same answer again for a moment, and no other.
        let repeated = try await ask { try await $0.form("/realms/alpha/token", refresh) }
        #expect(repeated.json == refreshed || repeated.json["error"] == "invalid_grant", "\(repeated.status): \(repeated.text)")
        let again = try await ask { try await $0.form("/realms/alpha/token", $0.exchange(code)) }
        #expect(again.status == 400 && again.json["error"] == "invalid_grant", "\(again.status): \(again.text)")
        return session
    }

    private mutating func token(_ form: String) async throws -> JSONValue {
        let reply = try await ask { try await $0.form("/realms/alpha/token", form) }
        if reply.json["error"] == "invalid_grant" { throw UsedUp() }
        try #require(reply.status == 200, "the token endpoint answered \(reply.status): \(reply.text)")
        return reply.json
    }

    /// Sends a request until it isn't answered by 503.
    private mutating func ask(_ send: (Peer) async throws -> Peer.Reply) async throws -> Peer.Reply {
        while true {
            let reply = try await send(peer)
            guard reply.status == 503 else { return reply }
            #expect(reply.headers.first(name: "Retry-After") != nil)
            refusals += 1
            try #require(refusals < 50)
        }
    }
}
