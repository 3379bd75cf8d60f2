import ClientTesting
package import DeviceFoundation
package import DeviceMessages
package import Foundation
package import JOSE
package import Primitives

extension PretendServer {
    /// Asks the user of a pairing, and gives the statement of the push.
    package func ask(
        _ pairing: String, kind: PushStatement.Kind = .authentication, number: Int? = nil, matching: NumberMatching = .entered,
        context: String? = nil, lifetime: TimeInterval = 60
    ) throws -> (id: String, statement: String) {
        let (id, nonce) = (random.token(16), random.token(16))
        let granted = now.pairings[pairing]
        let document = ChallengeDocument(
            challenge: id, pairing: pairing, kind: kind, user: granted?.user ?? Self.alice, created: time.now,
            expires: time.now.addingTimeInterval(lifetime), number: number == nil ? nil : matching, clientContext: context,
            requester: .init(application: "shop", name: "Shop", address: "203.0.113.7"))
        change { $0.challenges[id] = Asked(document: document.json.encoded, nonce: nonce, pairing: pairing, number: number) }
        return (id, try push(kind, challenge: id, nonce: nonce, to: granted?.installation ?? "", pairing: pairing, lifetime: lifetime))
    }

    package func push(
        _ kind: PushStatement.Kind, challenge: String, nonce: String, to installation: String, pairing: String?,
        lifetime: TimeInterval = 60,
        issuer other: String? = nil, with key: JWK? = nil
    ) throws(DeviceError) -> String {
        let statement = PushStatement(
            issuer: other ?? issuer.description, audience: installation, pairing: pairing, issuedAt: time.now,
            expires: time.now.addingTimeInterval(lifetime), challenge: challenge, kind: kind, nonce: nonce, timeout: Int(lifetime))
        do { return try statement.signed(with: SigningKey(key ?? statements)) } catch { throw DeviceError(.server, "\(error)") }
    }

    package func challenge(_ id: String, _ request: HTTPRequest) throws(DeviceError) -> HTTPResponse {
        _ = try proved(request)
        guard let asked = now.challenges[id], asked.status == .pending else { throw DeviceError(.expired, "over") }
        return HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: asked.document)
    }

    package func decide(_ id: String, _ call: String, _ request: HTTPRequest) throws(DeviceError) -> JSONValue {
        let installation = try proved(request)
        let json = (try? JSONValue(parsing: request.body)) ?? .null
        guard let asked = now.challenges[id], now.pairings[asked.pairing]?.installation == installation else {
            throw DeviceError(.deviceMismatch, "another device's")
        }
        if call == "acknowledgement" {
            guard try ChallengeAcknowledgement(json: json).nonce == asked.nonce else { throw DeviceError(.replayed, "nonce") }
            change { _ = $0.acknowledged.insert(id) }
            return ChallengeStanding(.approved).json
        }
        let decision = try ChallengeDecision(json: json)
        if let former = asked.decision {
            guard former.verdict == decision.verdict else { throw DeviceError(.alreadyDecided, "otherwise") }
            return ChallengeStanding(asked.status).json
        }
        guard decision.nonce == asked.nonce, decision.shown == ChallengeDocument.hash(of: asked.document) else {
            throw DeviceError(.conflict, "not what was shown")
        }
        guard decision.verdict == .deny || asked.number == nil || asked.number == decision.number else {
            change { $0.challenges[id]?.status = .failed }
            throw decision.number == nil ? DeviceError(.policy, "number") : DeviceError(.wrongNumber, "number")
        }
        let status: ChallengeStanding.Status = decision.verdict == .approve ? .approved : .denied
        change { state in
            state.challenges[id]?.status = status
            state.challenges[id]?.decision = decision
        }
        return ChallengeStanding(status).json
    }

    package func code(_ code: String, _ call: String, _ request: HTTPRequest) throws(DeviceError) -> JSONValue {
        _ = try proved(request)
        guard var claim = now.codes[code] else { throw DeviceError(.authenticationCode, "no such code") }
        guard call == "decision" else { return claim.json }
        let decision = try AuthenticationCodeDecision(json: (try? JSONValue(parsing: request.body)) ?? .null)
        guard decision.nonce == claim.nonce else { throw DeviceError(.replayed, "nonce") }
        claim.status = decision.verdict == .approve ? .completed : .denied
        change { [claim] in $0.codes[code] = claim }
        return claim.json
    }

    /// An ID token of the platform, with changed claims.
    package func idToken(client: String = "shop", _ edit: (inout JWTClaims) -> Void = { _ in }) throws -> String {
        var claims = JWTClaims()
        claims.issuer = "\(issuer.base)/\(issuer.realm)/as"
        claims.subject = Self.alice.id
        claims.audience = [client]
        claims.issuedAt = time.now
        claims.expires = time.now.addingTimeInterval(600)
        edit(&claims)
        return try JWT.sign(claims, with: SigningKey(tokens))
    }
}
