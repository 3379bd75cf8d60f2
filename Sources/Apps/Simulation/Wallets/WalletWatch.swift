internal import DeviceFoundation
internal import Foundation
internal import Primitives
internal import Synchronization
internal import VerifiableClaims
internal import Wallet
internal import WalletMessages

/// Looks at what passes between wallets and server, and at what wallets show their users: no claim is shown as verified by a log that was asked
/// after it had the claim's revocation, and no message is handed over twice as if it were new.
final class WalletWatch: Sendable {
    let world: World
    private let state = Mutex(State())

    private struct State {
        /// Raised with each event.
        var order = 0
        /// The time when the log took a revocation that counts at once, by the claims' hashes.
        var revoked: [String: Int] = [:]
        /// The time when a party last had the log's answer about a claim.
        var asked: [Question: Int] = [:]
        /// The numbers of the log's entries of claims, by hash.
        var registered: [String: Int] = [:]
        /// The claims that were issued, as their issuers know.
        var issued: [Issued] = []
        /// The claims that holders were shown, by hash.
        var received: Set<String> = []
        /// The claims that services were shown, the newest last.
        var shown: [String: [SaltedClaim]] = [:]
        /// The messages that were handed over as new ones, by the receiver's name and the message's id.
        var handled: Set<String> = []
    }

    private struct Question: Hashable {
        let party: String
        let hash: String
    }

    /// A claim that an issuer has issued.
    struct Issued: Sendable {
        let number: Int
        let head: ClaimHead
        let issuer: SimulatedWallet
    }

    init(_ world: World) { self.world = world }

    var issued: [Issued] { state.withLock { $0.issued } }
    var registered: [String: Int] { state.withLock { $0.registered } }

    func isReceived(_ hash: String) -> Bool { state.withLock { $0.received.contains(hash) } }
    /// The claims that a party was shown.
    func shown(to party: SimulatedWallet) -> [SaltedClaim] { state.withLock { $0.shown[party.name, default: []] } }

    /// Notes that a claim was issued, and returns its number.
    func issue(_ head: ClaimHead, by issuer: SimulatedWallet, _ number: Int) {
        state.withLock { $0.issued.append(Issued(number: number, head: head, issuer: issuer)) }
    }

    // MARK: - Calls

    /// Notes what a call to the log tells.
    func note(_ request: HTTPRequest, _ answer: HTTPResponse, of party: SimulatedWallet) {
        let path = request.url.path
        switch request.method {
        case .get where path.contains("/log/status/"):
            guard let hash = path.split(separator: "/").last, answer.status == 200 else { return }
            state.withLock { state in
                state.order += 1
                state.asked[Question(party: party.name, hash: String(hash))] = state.order
            }
        case .post where path.hasSuffix("/log/entries"):
            guard answer.status == 201, let json = try? JSONValue(parsing: request.body),
                let registration = try? LogRegistration(json: json)
            else { return }
            note(registration, answer)
        default: break
        }
    }

    private func note(_ registration: LogRegistration, _ answer: HTTPResponse) {
        switch registration {
        case .claim(let hash, _):
            guard let logged = try? LoggedEntry(json: try answer.json()) else { return world.violate("an entry can't be read") }
            let earlier = state.withLock { $0.registered.updateValue(logged.index, forKey: hash) }
            if let earlier, earlier != logged.index { world.violate("a claim is in the log twice: \(earlier) and \(logged.index)") }
        case .expiry(let statement):
            let parts = statement.split(separator: ".")
            guard parts.count == 3, let payload = Base64URL.decode(parts[1]).flatMap({ try? JSONValue(parsing: $0) }),
                let hash = payload["claim"]?.string
            else { return world.violate("a statement can't be read") }
            state.withLock { state in
                state.order += 1
                state.revoked[hash] = state.revoked[hash] ?? state.order
            }
        }
    }

    // MARK: - What is shown

    /// Notes that a party takes a claim for good.
    func show(_ hash: String, to party: SimulatedWallet, _ place: String) {
        let (asked, revoked) = state.withLock { ($0.asked[Question(party: party.name, hash: hash)], $0.revoked[hash]) }
        guard let asked else { return world.violate("\(party.name) shows a claim (\(place)) that the log wasn't asked for") }
        if let revoked, revoked < asked { world.violate("\(party.name) shows a claim (\(place)) as good after its revocation was logged") }
    }

    func receive(_ message: ReceivedMessage, by party: SimulatedWallet) {
        let isNew = state.withLock { message.isRepeated || $0.handled.insert("\(party.name) \(message.id.text)").inserted }
        if !isNew { world.violate("\(party.name) gets a message twice as a new one") }
        let errors = message.errors.map { "\($0.code)" }.joined(separator: ", ")
        let text = "\(Self.kind(message.content))\(message.isRepeated ? " again" : "")\(errors.isEmpty ? "" : ", \(errors)")"
        world.note("\(party.name) receives \(text)")
        world.count("received: \(text)")
        switch message.content {
        case .claim(let claim?):
            show(claim.head.dataHash, to: party, "issued")
            state.withLock { _ = $0.received.insert(claim.head.dataHash) }
        case .shares(let shares):
            for case .claim(let claim) in shares {
                show(claim.head.dataHash, to: party, "shared")
                state.withLock { $0.shown[party.name, default: []].append(claim) }
            }
        case .claim, .expiry, .request, .failure: break
        }
    }

    private static func kind(_ content: ReceivedMessage.Content) -> String {
        switch content {
        case .claim: "claim"
        case .shares: "shares"
        case .expiry: "expiry"
        case .request: "request"
        case .failure: "failure"
        }
    }
}
