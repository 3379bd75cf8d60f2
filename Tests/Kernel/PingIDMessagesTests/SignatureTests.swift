import Foundation
import PingIDMessages
import Primitives
import Testing

@Suite("Signatures of a customer's server")
struct SignatureTests {
    private static let key = Secret("0123456789abcdef0123456789abcdef")
    private static let now = Parties.now
    /// The request of the chapter “Signatures in PingID SDK”.
    private static let tom = SignedRequest(
        method: "GET", host: "sdk.pingid.com",
        path: "/pingid/v1/accounts/130d6e82-df53-43d7-bc0b-0ffe03133f11/applications/c0a658e0-47dc-4cb4-80d7-1a59a6a8a620/users/tom",
        query: "expand=devices")
    private static let post = SignedRequest(
        method: "POST", host: "sdk.pingid.com", path: "/pingid/v1/accounts/a/applications/b/users/tom/authentications",
        body: Array(#"{"payload":"x"}"#.utf8))
    /// As a program in Python made it with its own libraries.
    private static let foreign =
        "PINGID-HMAC=eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImFjY291bnRfaWQiOiIxMzBkNmU4Mi1kZjUzLTQzZDctYmMwYi0wZmZlMDMxMz"
        + "NmMTEiLCJ0b2tlbiI6IjlhYzQyMTZkZmRlYjQ4ODc4MDk5OGRhNGI2OTJhZjM3IiwiZXhwaXJlcyI6IjIwMjYtMDEtMDFUMDA6MDU6MDBaIiwi"
        + "WC1SZXF1ZXN0LUlEIjoiMGI4ZjJhN2UtM2M1NS00YTUyLTljMWQtN2EzZjFmN2E5ZTEwIiwiand0X3ZlcnNpb24iOiJ2NCJ9.eyJkYXRhIjoiM"
        + "TQ5ZjkxYjU1OGZlYTcyYzI2NzUwZjEyMjliYTdiM2FjMTk0OTkzYThjYWQ0OGU4NzU3ODdjMjAyMzNhOTExNyIsImlhdCI6MTc2NzIyNTYwMH0"
        + ".hfjzTN_gLeMTLn0pd5OTf0hA1HwqWx3rbO9rPQ6qByA"

    private let signature = RequestSignature(account: "a", token: "t", requestID: "r-1", expires: now.addingTimeInterval(300))

    private func verify(
        _ field: String, _ request: SignedRequest = post, key: Secret = key, at now: Date = now
    ) throws(RequestSignatureError) -> RequestSignature {
        try UnverifiedRequestSignature(field).verify(request, key: key, at: now)
    }

    @Test("the canonical text is the published one, with a segment for a query only where there is one")
    func canonical() throws {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(Self.tom.canonicalText == "GET:sdk.pingid.com:\(Self.tom.path):expand=devices:\(empty):")
        #expect(try Self.tom.digest == "149f91b558fea72c26750f1229ba7b3ac194993a8cad48e875787c20233a9117")
        #expect(try Self.post.digest == "c0c5c9d6af0f6918ec77ddb99dcc70126afa0a858b80a16c5cd14476e155fd19")
    }

    @Test("a foreign program's signature is verified")
    func published() throws {
        let verified = try verify(Self.foreign, Self.tom)
        #expect(verified.account == "130d6e82-df53-43d7-bc0b-0ffe03133f11" && verified.token == "9ac4216dfdeb488780998da4b692af37")
        #expect(verified.requestID == "0b8f2a7e-3c55-4a52-9c1d-7a3f1f7a9e10" && verified.expires == Self.now.addingTimeInterval(300))
        #expect(try verify(Self.foreign.replacing("=", with: " ", maxReplacements: 1), Self.tom) == verified)
    }

    @Test("ours is verified for its request alone")
    func ours() throws {
        let field = try signature.field(for: Self.post, key: Self.key)
        #expect(try verify(field) == signature)
        #expect(throws: RequestSignatureError(.signature, "")) { try verify(field, key: Secret("another key of at least 32 bytes!")) }
        for change: WritableKeyPath<SignedRequest, String> in [\.method, \.host, \.path, \.query] {
            var other = Self.post
            other[keyPath: change] += "x"
            #expect(throws: RequestSignatureError(.altered, "")) { try verify(field, other) }
        }
        var other = Self.post
        other.body.append(0x20)
        #expect(throws: RequestSignatureError(.altered, "")) { try verify(field, other) }
    }

    @Test("two requests have one canonical text only where the path has a bare colon, and such a path is neither signed nor taken")
    func colon() throws {
        let colon = SignedRequest(method: "GET", host: "sdk.pingid.com", path: "/users/tom:expand=devices")
        let query = SignedRequest(method: "GET", host: "sdk.pingid.com", path: "/users/tom", query: "expand=devices")
        #expect(colon.canonicalText == query.canonicalText)
        let field = try signature.field(for: query, key: Self.key)
        #expect(throws: RequestSignatureError(.malformed, "")) { try verify(field, colon) }
        #expect(throws: RequestSignatureError(.malformed, "")) { try signature.field(for: colon, key: Self.key) }
        let answer = AnswerSignature(status: 200, body: [])
        #expect(throws: RequestSignatureError(.malformed, "")) {
            try answer.text(answering: colon, signature: signature, key: Self.key)
        }
        let encoded = SignedRequest(method: "GET", host: "sdk.pingid.com", path: "/users/tom%3Aexpand=devices", query: "a=b:c")
        #expect(try verify(try signature.field(for: encoded, key: Self.key), encoded) == signature)
    }

    @Test("a member of the header that no engine stores is malformed", arguments: [\RequestSignature.token, \.account])
    func unstorable(_ member: any WritableKeyPath<RequestSignature, String> & Sendable) throws {
        var odd = signature
        odd[keyPath: member] = "a\u{0}"
        let field = try odd.field(for: Self.post, key: Self.key)
        #expect(throws: RequestSignatureError(.malformed, "")) { try UnverifiedRequestSignature(field) }
    }

    @Test("the article's example")
    func example() throws {
        let (body, key, now) = (Array("{}".utf8), Self.key, Self.now)
        let request = SignedRequest(method: "POST", host: "id.example.com", path: "/pingid/v1/accounts/a/users", body: body)
        let signature = RequestSignature(account: "a", token: "key-1", requestID: "r-1", expires: now.addingTimeInterval(300))
        let authorization = try signature.field(for: request, key: key)
        let verified = try UnverifiedRequestSignature(authorization).verify(request, key: key, at: now)
        #expect(verified == signature)
    }

    @Test("it expires, lives an hour at most, and says when unless the caller allows that it doesn't")
    func times() throws {
        let field = try signature.field(for: Self.post, key: Self.key)
        #expect(throws: RequestSignatureError(.expired, "")) { try verify(field, at: Self.now.addingTimeInterval(300)) }
        #expect(throws: RequestSignatureError(.expired, "")) { try verify(field, at: Self.now.addingTimeInterval(-3301)) }
        for (id, expires) in [(nil, Self.now.addingTimeInterval(60)), ("r", nil), (nil, nil)] as [(String?, Date?)] {
            let bare = RequestSignature(account: "a", token: "t", requestID: id, expires: expires)
            let field = try bare.field(for: Self.post, key: Self.key)
            #expect(throws: RequestSignatureError(.expired, "")) { try verify(field) }
            #expect(try UnverifiedRequestSignature(field).verify(Self.post, key: Self.key, at: Self.now, needsExpiry: false) == bare)
        }
    }

    @Test(
        "a header field of another form is malformed",
        arguments: ["", "PINGID-HMAC", "PINGID-HMAC=", "Basic abc", "PINGID-HMACx.y.z", "PINGID-HMAC=a.b.c", "PINGID-HMAC=e30.e30."])
    func malformed(_ field: String) {
        #expect(throws: RequestSignatureError(.malformed, "")) { try UnverifiedRequestSignature(field) }
    }

    @Test("a key that is too short signs nothing")
    func shortKey() {
        #expect(throws: RequestSignatureError(.key, "")) { try signature.field(for: Self.post, key: Secret("short")) }
    }

    @Test("an answer's signature is verified for its status, body and request alone")
    func answers() throws {
        let answer = AnswerSignature(status: 200, body: Array("{}".utf8))
        let text = try answer.text(answering: Self.post, signature: signature, key: Self.key)
        try answer.verify(text, answering: Self.post, signature: signature, key: Self.key)
        for other in [AnswerSignature(status: 201, body: answer.body), AnswerSignature(status: 200, body: [])] {
            #expect(throws: RequestSignatureError(.altered, "")) {
                try other.verify(text, answering: Self.post, signature: signature, key: Self.key)
            }
        }
        #expect(throws: RequestSignatureError(.altered, "")) {
            try answer.verify(text, answering: Self.tom, signature: signature, key: Self.key)
        }
        let another = RequestSignature(account: "a", token: "t", requestID: "r-2", expires: nil)
        #expect(throws: RequestSignatureError(.altered, "")) {
            try answer.verify(text, answering: Self.post, signature: another, key: Self.key)
        }
        #expect(throws: RequestSignatureError(.signature, "")) {
            try answer.verify(text, answering: Self.post, signature: signature, key: Secret("another key of at least 32 bytes!"))
        }
        #expect(throws: RequestSignatureError(.malformed, "")) {
            try answer.verify("nonsense", answering: Self.post, signature: signature, key: Self.key)
        }
    }
}
