import AuthenticatorMessages
import Foundation
import Primitives
import Testing

@Suite("Messages of the push conversation, read")
struct ReadingTests {
    @Test("a push comes back as it went")
    func push() throws {
        let token = try Fixtures.request.signed(with: Fixtures.secret)
        #expect(try PushRequest(verifying: token, with: Fixtures.secret) == Fixtures.request)
        #expect(try PushRequest.claimedMechanism(token) == "5e0c")
        #expect(throws: PushMessageError(.invalidSignature, "")) { try PushRequest(verifying: token, with: Fixtures.other) }
    }

    @Test("a push of another server: base64url, numbers for texts, spaces between numbers, hardly anything in it")
    func foreign() throws {
        let bare = try PushRequest(verifying: Fixtures.token(["c": "-_-_", "u": "5e0c"]), with: Fixtures.secret)
        #expect(bare == PushRequest(mechanismID: "5e0c", challenge: [0xFB, 0xFF, 0xBF]))
        let loose = try PushRequest(
            verifying: Fixtures.token(["c": "AQ", "u": "5e0c", "t": 60, "k": "CHALLENGE", "n": "1, 2, 3", "l": "amlbcookie=02", "m": ""]),
            with: Fixtures.secret)
        #expect(loose.lifetime == 60 && loose.kind == .challenge && loose.numbers == ["1", "2", "3"])
        #expect(loose.loadBalancerCookie == "amlbcookie=02" && loose.message == nil)
    }

    @Test(
        "a push that isn't one",
        arguments: [
            ["u": "5e0c"], ["c": "AQ=="], ["c": "", "u": "5e0c"], ["c": "!", "u": "5e0c"], ["c": "AQ==", "u": "5e0c", "t": "0"],
            ["c": "AQ==", "u": "5e0c", "t": "never"], ["c": "AQ==", "u": "5e0c", "t": "99999"], ["c": "AQ==", "u": "5e0c", "k": "other"],
            ["c": "AQ==", "u": "5e0c", "k": "challenge"], ["c": "AQ==", "u": "5e0c", "k": "challenge", "n": "34"],
            ["c": "AQ==", "u": "5e0c", "n": "a,b"], ["c": "AQ==", "u": "5e0c", "i": "-1"], ["c": ["AQ=="], "u": "5e0c"],
            ["c": "AQ==", "u": "5e0c", "k": "challenge", "n": "1,2,3,4,5,6,7,8,9,10,11"],
        ] as [JSONObject])
    func malformed(claims: JSONObject) {
        #expect(throws: PushMessageError(.malformed, "")) {
            try PushRequest(verifying: Fixtures.token(claims), with: Fixtures.secret)
        }
    }

    @Test("a JWT that isn't one, isn't signed, or is too long")
    func tokens() {
        let unsigned = Fixtures.token(["c": "AQ==", "u": "1"], header: #"{"typ":"JWT","alg":"none"}"#)
        #expect(throws: PushMessageError(.invalidSignature, "")) { try PushRequest(verifying: unsigned, with: Fixtures.secret) }
        for text in ["", "a.b", "a.b.c", "...."] {
            #expect(throws: PushMessageError(.malformed, "")) { try PushRequest(verifying: text, with: Fixtures.secret) }
            #expect(throws: PushMessageError(.malformed, "")) { try PushRequest.claimedMechanism(text) }
        }
        let long = String(repeating: "a", count: 9000)
        #expect(throws: PushMessageError(.tooLarge, "")) { try PushRequest(verifying: long, with: Fixtures.secret) }
        #expect(throws: PushMessageError(.tooLarge, "")) { try PushRequest.claimedMechanism(long) }
    }

    @Test("a registration comes back as it went, with an APNs token in upper-case hexadecimal")
    func registration() throws {
        #expect(PushDevice.appleToken([0x0A, 0xFF]) == Fixtures.device.token)
        let registration = PushRegistration(
            response: ChallengeResponse(to: Fixtures.challenge, with: Fixtures.secret), mechanismID: "5e0c", device: Fixtures.device)
        let body = MessageBody(messageID: "REGISTER:1", token: try registration.signed(with: Fixtures.secret), userID: "ada")
        let read = try MessageBody(json: body.json)
        #expect(read == body && body.json.object?.names == ["messageId", "jwt", "userId"])
        #expect(try PushRegistration(verifying: read.token, with: Fixtures.secret) == registration)
        #expect(registration.claims["communicationType"] == "apns" && registration.claims["deviceType"] == "ios")
        #expect(registration.response != ChallengeResponse(to: [0], with: Fixtures.secret))
        #expect(registration.response != ChallengeResponse(to: Fixtures.challenge, with: Fixtures.other))
    }

    @Test("an answer comes back as it went; deny may be a text", arguments: [false, true])
    func answer(isDenied: Bool) throws {
        let response = ChallengeResponse(to: Fixtures.challenge, with: Fixtures.secret)
        let answer = PushAnswer(response: response, isDenied: isDenied, number: isDenied ? nil : "34")
        #expect(try PushAnswer(verifying: answer.signed(with: Fixtures.secret), with: Fixtures.secret) == answer)
        let text = Fixtures.token(["response": .string(response.text), "deny": "true"])
        #expect(try PushAnswer(verifying: text, with: Fixtures.secret).isDenied)
        let wrong = Fixtures.token(["response": .string(response.text), "deny": "perhaps"])
        #expect(throws: PushMessageError(.malformed, "")) { try PushAnswer(verifying: wrong, with: Fixtures.secret) }
    }

    @Test("an update of the device token, of either line of clients")
    func update() throws {
        let update = DeviceTokenUpdate(mechanismID: "5e0c", device: Fixtures.device)
        let body = MechanismBody(mechanismID: "5e0c", token: try update.signed(with: Fixtures.secret), userID: "ada")
        #expect(try MechanismBody(json: body.json) == body && body.json["username"] == "ada")
        #expect(try MechanismBody(json: ["mechanismUid": "5e0c", "jwt": "j", "userId": "ada"]).userID == "ada")
        #expect(try DeviceTokenUpdate(verifying: body, with: Fixtures.secret) == update)
        var claims = update.claims
        claims["mechanismUid"] = nil
        let bare = MechanismBody(mechanismID: "5e0c", token: Fixtures.token(claims))
        #expect(try DeviceTokenUpdate(verifying: bare, with: Fixtures.secret) == update)
        let crossed = MechanismBody(mechanismID: "6f1d", token: body.token)
        #expect(throws: PushMessageError(.malformed, "")) { try DeviceTokenUpdate(verifying: crossed, with: Fixtures.secret) }
    }

    @Test("listening is asked for by the mechanism itself, now")
    func listening() throws {
        let listening = PushListening(mechanismID: "5e0c", issuedAt: Fixtures.now)
        let body = MechanismBody(mechanismID: "5e0c", token: try listening.signed(with: Fixtures.secret))
        #expect(try PushListening(verifying: body, with: Fixtures.secret, at: Fixtures.now.addingTimeInterval(100)) == listening)
        for (seconds, id) in [(121.0, "5e0c"), (-121, "5e0c"), (0, "6f1d")] {
            let body = MechanismBody(mechanismID: id, token: body.token)
            #expect(throws: PushMessageError(.malformed, "")) {
                try PushListening(verifying: body, with: Fixtures.secret, at: Fixtures.now.addingTimeInterval(seconds))
            }
        }
    }

    @Test("ids of messages say what they are for")
    func ids() {
        let id = PushMessageID(.authenticate, at: Fixtures.now, random: SeededRandom(seed: 3))
        #expect(
            id.description.wholeMatch(of: /AUTHENTICATE:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}1763700000000/) != nil)
        #expect(PushMessageID(id.description) == id && PushMessageID("REGISTER:1")?.purpose == .register && PushMessageID("x") == nil)
    }

    @Test("policies come back as they went, without parameters too")
    func policies() throws {
        let policies = try DevicePolicies(#"{"biometricAvailable": {}, "deviceTampering": {"score": 0.8}, "own": null}"#)
        #expect(policies.all.map(\.name) == ["biometricAvailable", "deviceTampering", "own"] && policies.all[1].score == 0.8)
        #expect(policies.all[0].score == 1)
        #expect(try DevicePolicies(policies.text) == policies)
        for text in ["", "[]", #"{"a":1}"#, "{\"a\":{\"x\":\"" + String(repeating: "x", count: 9000) + "\"}}"] {
            #expect(throws: PushMessageError(.malformed, "")) { try DevicePolicies(text) }
        }
    }

    @Test("where somebody signs in: what is wrong in it is left out")
    func context() {
        let context = PushContext(location: .init(latitude: 49.01, longitude: 8.4), userAgent: "Browser", address: "203.0.113.7")
        #expect(PushContext(context.text) == context)
        #expect(PushContext(#"{"location":{"latitude":91,"longitude":"x"},"remoteIp":7}"#) == PushContext())
        #expect(PushContext("no JSON") == nil)
    }
}
