import AuthenticatorMessages
import Crypto
import Foundation
import Primitives
import Testing

@Suite("Rules that clients are strict about (docs/protocols/step-protocol.md 0, 6)")
struct StrictClientTests {
    @Test("rule 18: every claim of a push is a text")
    func texts() throws {
        let claims = try Fixtures.claims(Fixtures.request.signed(with: Fixtures.secret))
        #expect(claims.count == 12 && claims.members.allSatisfy { $0.value.string != nil })
        #expect(claims["t"] == "90" && claims["i"] == "1763700000000" && claims["n"] == "34,56,02" && claims["k"] == "challenge")
    }

    @Test("rule 18: l is always there, Base64 of a cookie's text that isn't empty")
    func loadBalancer() throws {
        let bare = PushRequest(mechanismID: "5e0c", challenge: [1])
        let claims = try Fixtures.claims(bare.signed(with: Fixtures.secret))
        #expect(claims["l"] == "YW1sYmNvb2tpZT0wMQ==" && claims["t"] == "120" && claims["c"] == "AQ==" && claims["k"] == "default")
    }

    /// What that client does: it pads the header's Base64, reads it in the standard alphabet, and computes the MAC over the padded text.
    @Test("rule 18: a client that pads the header before it verifies accepts the push")
    func paddedHeader() throws {
        for token in [
            try Fixtures.request.signed(with: Fixtures.secret),
            try PushAnswer(response: ChallengeResponse(to: [1], with: Fixtures.secret)).signed(with: Fixtures.secret),
        ] {
            let parts = token.split(separator: ".").map(String.init)
            let padded = parts[0] + String(repeating: "=", count: (4 - parts[0].utf8.count % 4) % 4)
            let header = try #require(Data(base64Encoded: padded))
            #expect(header.count % 3 == 0 && header.count == 27)
            let input = Data("\(padded).\(parts[1])".utf8)
            let mac = Fixtures.secret.withBytes { HMAC<SHA256>.authenticationCode(for: input, using: SymmetricKey(data: $0)) }
            #expect(Base64URL.encode(mac) == parts[2])
        }
    }

    @Test("a secret of less than 32 bytes signs and verifies nothing, as And-L refuses it")
    func shortSecret() throws {
        let short = Secret("0123456789abcdef0123456789abcde")
        #expect(throws: PushMessageError(.unusableSecret, "")) { try Fixtures.request.signed(with: short) }
        let token = Fixtures.token(Fixtures.request.claims, secret: short)
        #expect(throws: PushMessageError(.unusableSecret, "")) { try PushRequest(verifying: token, with: short) }
    }

    @Test("the response is padded standard Base64 of the challenge's HMAC-SHA256, with the secret's bytes as the key")
    func response() {
        // RFC 4231, test case 1.
        let key = Secret(bytes: [UInt8](repeating: 0x0B, count: 20))
        #expect(ChallengeResponse(to: Array("Hi There".utf8), with: key).text == "sDRMYdjbOFNcqK/OrwvxK4gdwgDJgz2nJuk3bC4yz/c=")
    }

    @Test("deny is the boolean true, and there only when the person refuses; a number is a text")
    func answers() throws {
        let response = ChallengeResponse(to: Fixtures.challenge, with: Fixtures.secret)
        let approved = try Fixtures.claims(PushAnswer(response: response).signed(with: Fixtures.secret))
        #expect(approved.names == ["response"] && approved["response"]?.string == response.text)
        let denied = try Fixtures.claims(PushAnswer(response: response, isDenied: true).signed(with: Fixtures.secret))
        #expect(denied["deny"] == true)
        let picked = try Fixtures.claims(PushAnswer(response: response, number: "02").signed(with: Fixtures.secret))
        #expect(picked["challengeResponse"] == "02" && picked["deny"] == nil)
    }

    @Test("Apple's payload holds both under aps, Google's both beside each other")
    func deliveries() throws {
        let delivery = PushDelivery(messageID: "AUTHENTICATE:1", token: try Fixtures.request.signed(with: Fixtures.secret))
        let apple = try delivery.apns(alert: "Login attempt from ada at Example")
        #expect(apple["aps"]?["messageId"] == "AUTHENTICATE:1" && apple["aps"]?["data"]?.string == delivery.token)
        #expect(apple["aps"]?["content-available"] == 1 && apple["aps"]?["sound"] == "default" && apple["aps"]?["badge"] == 1)
        #expect(delivery.data.names == ["message", "messageId"])
        for delivered in [try #require(apple.object), delivery.data] { #expect(PushDelivery(delivered: delivered) == delivery) }
        #expect(PushDelivery(delivered: ["gh": "x"]) == nil && PushDelivery(delivered: ["message": "x"]) == nil)
    }

    @Test("what a carrier can't take isn't made")
    func tooLong() throws {
        var request = Fixtures.request
        request.message = String(repeating: "m", count: 2000)
        request.customPayload = String(repeating: "p", count: 2000)
        #expect(throws: PushMessageError(.tooLarge, "")) { try request.signed(with: Fixtures.secret) }
        let delivery = PushDelivery(messageID: "AUTHENTICATE:1", token: String(repeating: "t", count: PushDelivery.longestToken))
        #expect(throws: PushMessageError(.tooLarge, "")) { try delivery.apns(alert: String(repeating: "a", count: 700)) }
    }

    @Test("all failures look alike")
    func failures() {
        #expect(PushEndpoint.failure.text == #"{"code":400,"reason":"Bad Request","message":"Bad request."}"#)
        #expect(PushEndpoint.acceptAPIVersion == "resource=1.0, protocol=1.0")
    }

    @Test("the update of the device token goes where the registration went, with another action")
    func refresh() {
        let address = "https://id.example/am/json/realms/alpha/push/sns/message?_action=register"
        #expect(PushEndpoint.address(address, for: .refresh)?.hasSuffix("/push/sns/message?_action=refresh") == true)
        #expect(PushEndpoint.address("https://id.example/push", for: .refresh) == nil)
    }
}
