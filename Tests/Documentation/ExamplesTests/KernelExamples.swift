import CBOR
import DeviceBindingMessages
import DeviceFoundation
import Foundation
import JOSE
import JourneyMessages
import OAuthMessages
import PolicyMessages
import Primitives
import ResourceMessages

func primitivesJSON(text: String) throws -> (String?, [String]) {
    let claims = try JSONValue(parsing: text, limits: JSONLimits(bytes: 4096, depth: 8))
    let subject = claims["sub"]?.string
    let audiences = claims["aud"]?.strings ?? []
    return (subject, audiences)
}

func primitivesSecret() -> String {
    let password = Secret("Ch4ng3it!")
    let line = "signing in with \(password)"  // signing in with ‹redacted›
    return line
}

func primitivesSeams() -> String {
    let random = SeededRandom(seed: 7)
    let token = random.token()  // 256 bits as base64url, the same for every run
    return token
}

func journeyMessagesAsk(sealedState: String) -> Step {
    let asked = Step(
        authID: sealedState,
        callbacks: Step.numbered([NameQuestion(prompt: "User Name").callback, PasswordQuestion(prompt: "Password").callback]))
    return asked
}

func journeyMessagesAnswer(body: String) throws -> Step {
    var step = try Step(json: JSONValue(parsing: body))
    for (index, callback) in step.callbacks.enumerated() {
        switch callback.kind {
        case .name: step.answer(index, with: "demo")
        case .password: step.answer(index, with: Secret("Ch4ng3it!"))
        default: break
        }
    }
    return step
}

func journeyMessagesRead(step: Step) -> String? {
    let answers = Answers(step)
    let name = answers[0]?.string
    return name
}

func journeyMessagesTyped(step: inout Step) throws -> Double? {
    let question = AttributeQuestion<Double>("age", prompt: "Age")
    step.answer(1, question, with: AttributeAnswer(41))
    let age = try Answers(step).answer(to: question, at: 1)?.value
    return age
}

func oauthMessagesAsk(random: some RandomSource) -> FormBody {
    let verifier = PKCE.verifier(from: random)
    let request = AuthorizationRequest(
        clientID: "sdkPublicClient", redirectURI: "https://localhost:8443/callback", scope: "openid profile", state: random.token(16),
        codeChallenge: PKCE.challenge(of: verifier))
    let query = request.form
    return query
}

func oauthMessagesRead(query: FormBody) throws -> Bool {
    let received = try AuthorizationRequest(form: query)
    let isProtected = received.codeChallengeMethod == PKCE.method
    return isProtected
}

func resourceMessagesFind(user: JSONObject) throws -> Bool {
    let filter = try QueryFilter(parsing: #"mail co "@example.com" and !(telephoneNumber pr)"#)
    let isWanted = filter.matches(user)
    return isWanted
}

func resourceMessagesChange(user: JSONObject, body: JSONValue) throws -> JSONObject {
    var changed = user
    for operation in try PatchOperation.list(body) { try operation.apply(to: &changed) }
    return changed
}

func policyMessagesAsk(token: Secret, answer: JSONValue) throws -> PolicyDecision? {
    let question = PolicyRequest(application: "banking", resources: ["https://api.example.com/transfer"], session: token)
    let decision = try PolicyDecision(json: answer)
    if decision.allows("POST") { return nil }
    precondition(question.resources == [decision.resource])
    return decision
}

func policyMessagesTell(decision: PolicyDecision) -> String {
    let challenge = AdviceChallenge(realm: "/alpha", advice: decision.advices, server: "https://login.example.com/am/")
    let header = challenge.headerValue
    return header
}

func joseIDToken(_ token: String, nonce: String, keys: some VerificationKeySource, clock: some TimeSource) throws -> JWTClaims {
    let policy = IDTokenPolicy(issuer: "https://login.example.com", clients: ["app"], nonce: nonce)
    let claims = try policy.verify(token, keys: keys, at: clock.now)
    return claims
}

func joseToken(_ text: String, keys: some VerificationKeySource, clock: some TimeSource) throws -> JWT.Verified {
    let policy = JWTPolicy(algorithms: [.es256], issuer: "https://login.example.com", audience: "api", type: "at+jwt")
    let token = try policy.verify(text, keys: keys, at: clock.now)
    return token
}

func cborItem(data: [UInt8]) throws -> CBORValue {
    let item: CBORValue = ["fmt": "none", "attStmt": [:], "authData": .bytes(data)]
    let again = try CBORValue(decoding: item.encoded)
    return again
}

func bindingSign(
    question: DeviceSigningQuestion, keyID: String, keys: some KeyStore, name: String, clock: some TimeSource
) async throws -> String {
    let statement = try BoundStatement(
        application: "com.example.app", subject: question.userID ?? "", challenge: question.challenge, at: clock.now,
        lifetime: TimeInterval(question.timeout), others: ["amount": 12])
    let draft = statement.draft(keyID: keyID, algorithm: .es256)
    let text = draft.text(signature: try await keys.sign(draft.signingInput, with: name))
    return text
}

func bindingVerify(text: String, key: JWK, challenge: String, subject: String, clock: some TimeSource) throws {
    let unverified = try UnverifiedStatement(text)
    try unverified.verify(
        with: key, as: .init(challenge: challenge, subject: subject, applications: ["com.example.app"], lifetime: 60), at: clock.now)
}
