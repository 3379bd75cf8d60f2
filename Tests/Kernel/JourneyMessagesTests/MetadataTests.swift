import JourneyMessages
import Primitives
import Testing

@Suite("Metadata that stands for other callbacks (docs/protocols/step-protocol.md 3.6, 7)")
struct MetadataTests {
    private static let registration: JSONObject = [
        "_type": "WebAuthn", "_action": "webauthn_registration", "challenge": "U5EI", "attestationPreference": "none",
        "userName": "demo", "displayName": "Demo", "userId": "ZGVtbw==", "relyingPartyName": "Example",
        "authenticatorSelection":
            #"{"userVerification":"required","requireResidentKey":true,"authenticatorAttachment":"platform"}"#,
        "pubKeyCredParams": #"[ { "type": "public-key", "alg": -7 }, { "type": "public-key", "alg": -257 } ]"#,
        "timeout": "60000", "excludeCredentials": #"{ "type": "public-key", "id": new Int8Array([1, -3, 25]).buffer }"#,
        "relyingPartyId": #"id: "example.com","#, "supportsJsonResponse": true,
    ]

    private static let structured: JSONObject = [
        "_authenticatorSelection": ["userVerification": "required", "requireResidentKey": true, "authenticatorAttachment": "platform"],
        "_pubKeyCredParams": [["type": "public-key", "alg": -7], ["type": "public-key", "alg": -257]],
        "_excludeCredentials": [["type": "public-key", "id": [1, -3, 25]]], "_relyingPartyId": "example.com",
    ]

    @Test("a WebAuthn registration, from the structured members and from the legacy texts", arguments: [true, false])
    func registration(_ isStructured: Bool) throws {
        var data = Self.registration
        if isStructured { for member in Self.structured.members { data[member.name] = member.value } }
        guard case .webAuthnRegistration(let request) = Callback.metadata(.object(data)).kind else {
            Issue.record("not a registration")
            return
        }
        #expect(request.relyingPartyID == "example.com" && request.relyingPartyName == "Example")
        #expect(request.userID == "ZGVtbw==" && request.userName == "demo" && request.displayName == "Demo")
        #expect(request.algorithms == [-7, -257])
        #expect(request.excludedCredentials == [[1, 253, 25]])
        #expect(request.selection.userVerification == "required" && request.selection.requiresResidentKey)
        #expect(request.selection.attachment == "platform")
        #expect(request.timeout == 60_000 && request.challenge == "U5EI" && request.acceptsJSON)
    }

    @Test("a WebAuthn authentication, from the structured members and from the legacy texts", arguments: [true, false])
    func authentication(_ isStructured: Bool) throws {
        var data: JSONObject = [
            "_type": "WebAuthn", "_action": "webauthn_authentication", "challenge": "VmW4", "userVerification": "required",
            "timeout": "30000",
            "allowCredentials":
                #"allowCredentials: [{ "type": "public-key", "id": new Int8Array([1, -3]).buffer },{ "type": "public-key", "id": new Int8Array([7]).buffer }]"#,
            "relyingPartyId": #"rpId: "example.com","#,
        ]
        if isStructured {
            data["_allowCredentials"] = [["type": "public-key", "id": [1, -3]], ["type": "public-key", "id": [7]]]
            data["_relyingPartyId"] = "example.com"
        }
        guard case .webAuthnAuthentication(let request) = Callback.metadata(.object(data)).kind else {
            Issue.record("not an authentication")
            return
        }
        #expect(request.allowedCredentials == [[1, 253], [7]])
        #expect(request.relyingPartyID == "example.com" && request.userVerification == "required" && request.timeout == 30_000)
    }

    @Test("servers of version 7.0 don't name the action")
    func legacy() {
        var data = Self.registration
        data["_type"] = nil
        data["_action"] = nil
        guard case .webAuthnRegistration = Callback.metadata(.object(data)).kind else {
            Issue.record("not a registration")
            return
        }
        data["pubKeyCredParams"] = nil
        guard case .webAuthnAuthentication = Callback.metadata(.object(data)).kind else {
            Issue.record("not an authentication")
            return
        }
    }

    @Test("bytes out of range are no credential id")
    func outOfRange() {
        let data: JSONValue = [
            "_type": "WebAuthn", "_action": "webauthn_authentication", "challenge": "c",
            "_allowCredentials": [["id": [1, 300]], ["id": [1]], ["id": "x"]],
        ]
        guard case .webAuthnAuthentication(let request) = Callback.metadata(data).kind else {
            Issue.record("not an authentication")
            return
        }
        #expect(request.allowedCredentials == [[1]])
    }

    @Test("risk signals")
    func protect() {
        var initialization = ProtectInitialization(environmentID: "e")
        initialization.collectsBehavior = false
        initialization.agent = .init(isEnabled: true, timeout: 5, port: 9400)
        let start: JSONValue = [
            "_type": "PingOneProtect", "_action": "protect_initialize", "envId": "e", "behavioralDataCollection": false,
            "agentIdentification": true, "agentTimeout": 5, "agentPort": 9400,
        ]
        #expect(Callback.metadata(start).kind == .protectInitialization(initialization))
        let evaluate: JSONValue = ["_type": "PingOneProtect", "_action": "protect_risk_evaluation", "pauseBehavioralData": true]
        #expect(Callback.metadata(evaluate).kind == .protectEvaluation(ProtectEvaluation(pausesBehavior: true)))
    }

    @Test("other data stays data", arguments: [["stage": "x"], ["_type": "WebAuthn", "_action": "new"], 7] as [JSONValue])
    func data(_ data: JSONValue) { #expect(Callback.metadata(data).kind == .metadata(data)) }
}
