import Foundation
import JOSE
import Primitives
import VerifiableClaims

/// Foreign envelopes, and signed messages of any content in a good one: what is read says itself again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzClaimEnvelope(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    if let opened = try? OpenedEnvelope(text, recipient: fixed.recipient, keys: fixed.opening) {
        precondition((try? opened.verify(keys: fixed.stranger, at: fixed.now)) == nil, "a forged signature")
    }
    for type in ["claim-share+jwt", "claim-issue+jwt", "claim-expire+jwt", "claim-request+jwt", "claim-failure+jwt"] { signed(bytes, type) }
    if let members = (try? JSONValue(parsing: bytes))?.object, let read = try? ExchangeChallenge(members) {
        precondition((try? ExchangeChallenge(read.json)) == read, "what was written is another challenge")
    }
    return 0
}

private func signed(_ bytes: [UInt8], _ type: String) {
    guard let body = try? JSONValue(parsing: bytes) else { return }
    let frame = EnvelopeContent(
        id: fixed.recipient, sender: fixed.recipient, recipient: fixed.recipient, issuedAt: fixed.now, body: .request(keys: nil))
    var claims = frame.claims
    claims["body"] = body
    guard let token = try? JWT.sign(claims, with: fixed.signing, type: type),
        let sealed = try? EnvelopeContent.seal(token, to: fixed.recipient, sealing: fixed.sealing, random: SeededRandom(seed: 3)),
        let opened = try? OpenedEnvelope(sealed, recipient: fixed.recipient, keys: fixed.opening),
        let content = try? opened.verify(keys: fixed.own, at: fixed.now)
    else { return }
    guard let again = try? content.seal(signing: fixed.signing, sealing: fixed.sealing, random: SeededRandom(seed: 4)),
        let reopened = try? OpenedEnvelope(again, recipient: fixed.recipient, keys: fixed.opening).verify(keys: fixed.own, at: fixed.now)
    else { fatalError("what was read isn't sent again") }
    precondition(reopened == content, "what was sent again is another message")
}

private struct Fixed {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let recipient = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))
    let own, stranger: VerificationKey
    let signing: SigningKey
    let sealing: SealingKey
    let opening: OpeningKey

    init() throws {
        let (first, second) = (
            try JWK.generate(.p256, random: SeededRandom(seed: 1)), try JWK.generate(.p256, random: SeededRandom(seed: 2))
        )
        own = try VerificationKey(first)
        stranger = try VerificationKey(second)
        signing = try SigningKey(first)
        sealing = try SealingKey(first, algorithm: .ecdhES, encryption: .a256GCM)
        opening = try OpeningKey(first, algorithm: .ecdhES, encryptions: [.a256GCM])
    }
}

private let fixed: Fixed = {
    do { return try Fixed() } catch { fatalError("\(error)") }
}()
