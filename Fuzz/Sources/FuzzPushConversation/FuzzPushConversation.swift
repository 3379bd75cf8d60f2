import AuthenticatorMessages
import Foundation
import JOSE
import Primitives

/// The messages of the push conversation: what is read is bounded and says itself again. The bytes stand for the claims too, signed here, so
/// that what is behind the signature is reached.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPushConversation(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    let secret = Secret("0123456789abcdef0123456789abcdef")
    _ = try? PushRequest.claimedMechanism(text)
    _ = PushContext(text)
    _ = PushMessageID(text)
    if let policies = try? DevicePolicies(text) {
        precondition((try? DevicePolicies(policies.text)) == policies, "what was written are other policies")
    }
    for token in [text, token(bytes, secret)] { read(token, secret) }
    guard let json = try? JSONValue(parsing: bytes) else { return 0 }
    if let body = try? MessageBody(json: json) {
        precondition((try? MessageBody(json: body.json)) == body, "what was written is another message")
    }
    if let body = try? MechanismBody(json: json) {
        precondition((try? MechanismBody(json: body.json)) == body, "what was written is another message")
    }
    if let object = json.object, let delivery = PushDelivery(delivered: object) {
        precondition(PushDelivery(delivered: delivery.data) == delivery, "what was written is another delivery")
    }
    return 0
}

private func read(_ token: String, _ secret: Secret) {
    if let request = try? PushRequest(verifying: token, with: secret), let again = try? request.signed(with: secret) {
        precondition((try? PushRequest(verifying: again, with: secret)) == request, "what was written is another push")
    }
    if let answer = try? PushAnswer(verifying: token, with: secret), let again = try? answer.signed(with: secret) {
        precondition((try? PushAnswer(verifying: again, with: secret)) == answer, "what was written is another answer")
    }
    if let registration = try? PushRegistration(verifying: token, with: secret), let again = try? registration.signed(with: secret) {
        precondition((try? PushRegistration(verifying: again, with: secret)) == registration, "what was written is another registration")
    }
    let body = MechanismBody(mechanismID: "m", token: token)
    _ = try? DeviceTokenUpdate(verifying: body, with: secret)
    _ = try? PushListening(verifying: body, with: secret, at: Date(timeIntervalSince1970: 1_763_700_000))
}

/// A JWT with the bytes as its claims.
private func token(_ claims: [UInt8], _ secret: Secret) -> String {
    (try? JWS.sign(claims, with: SigningKey(JWK(.symmetric(secret)), algorithm: .hs256), header: ["typ": "JWT"])) ?? ""
}
