import DeviceFoundation
import Foundation
import Primitives
import Testing
import TransparencyLog
import VerifiableClaims
import Wallet
import WalletTesting

@Suite("One field that is falsified, each refused with its own reason")
struct FalsifiedFieldTests {
    /// The fields of what passes between issuer, holder, verifier and log.
    enum Field: String, CaseIterable {
        case value, salt, key, signature, issuer, subject, holder, expiry
        case challenge, recipient, sender
        case proofPath, checkpoint

        /// The change of a claim, for the fields that are a claim's.
        var ofClaim: FalsificationTests.Field? {
            switch self {
            case .value: .value
            case .salt: .keySalt
            case .key: .key
            case .signature: .signature
            case .issuer: .issuer
            case .subject: .subject
            case .holder: .holder
            case .expiry: .expiry
            default: nil
            }
        }

        var reason: WalletError.Code {
            switch self {
            case .value: .claim(.wrongValue)
            case .salt, .key: .claim(.wrongKey)
            case .signature: .claim(.token(.invalidSignature))
            case .issuer: .claim(.wrongIssuer)
            case .subject: .claim(.wrongSubject)
            case .holder: .claim(.wrongHolder)
            case .expiry: .claim(.wrongExpiry)
            case .challenge: .claim(.wrongChallenge)
            case .recipient: .envelope(.notOpened)
            case .sender: .envelope(.wrongSender)
            case .proofPath: .log(.wrongInclusion)
            case .checkpoint: .log(.invalidSignature)
            }
        }
    }

    @Test(
        "value, salt, key, signature, issuer, subject, holder, expiry, challenge, recipient, sender, proof path, checkpoint",
        arguments: Field.allCases)
    func refused(_ field: Field) async throws {
        let time = ManualTime()
        let router = try PretendRouter(time: time)
        let (issuer, holder) = (Party(router, time: time, seed: 1), Party(router, time: time, seed: 2))
        let verifier = Party(router, time: time, seed: 3)
        let (bank, alice, shop) = (try await issuer.open(), try await holder.open(), try await verifier.open())
        for wallet in [bank, alice, shop] { try await wallet.register() }
        var claim = try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        try await alice.receive(holder.inbox)
        try await shop.verify(claim)
        if let change = field.ofClaim {
            change.change(&claim)
            await #expect(throws: WalletError(field.reason, "")) { try await shop.verify(claim) }
            return
        }
        switch field {
        case .proofPath, .checkpoint:
            router.alter { request, response in
                request.url.path().contains("/status/") ? Self.changed(response, in: field) : response
            }
            await #expect(throws: WalletError(field.reason, "")) { try await shop.verify(claim) }
        case .challenge:
            let asked = try await shop.request(nil, from: alice.id, challenge: ExchangeChallenge(id: UUID(), expires: time.now + 60))
            let other = ExchangeChallenge(id: asked.id, expires: time.now + 61)
            try await alice.share([.whole(try #require(try await alice.claims.first))], with: shop.id, challenge: other)
            try await shop.receive(verifier.inbox)
            #expect(verifier.inbox.shares.isEmpty && verifier.inbox.errors == [field.reason])
        default:
            try await alice.share([.whole(try #require(try await alice.claims.first))], with: field == .recipient ? bank.id : shop.id)
            if field == .recipient { router.replaceMail(of: shop.id, by: router.mailbox(of: bank.id)) }
            if field == .sender { try await alice.erase() }
            try await shop.receive(verifier.inbox)
            #expect(verifier.inbox.messages.isEmpty && verifier.inbox.failures.map(\.code) == [field.reason])
        }
    }

    /// The answer with one bit of a hash changed: the first of the proof's path, or the root of its checkpoint.
    private static func changed(_ response: HTTPResponse, in field: Field) -> HTTPResponse {
        guard var status = try? JSONValue(parsing: response.body).object, var registration = status["registration"]?.object,
            var lines = registration["proof"]?.string?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        else { return response }
        // c2sp.org/tlog-proof: two lines, the path, an empty line, the checkpoint's name, size and root.
        let place = field == .proofPath ? 2 : (lines.firstIndex(of: "") ?? 0) + 3
        lines[place] = (lines[place].hasPrefix("A") ? "B" : "A") + lines[place].dropFirst()
        registration["proof"] = .string(lines.joined(separator: "\n"))
        status["registration"] = .object(registration)
        return HTTPResponse(status: response.status, body: JSONValue.object(status).encoded)
    }
}
