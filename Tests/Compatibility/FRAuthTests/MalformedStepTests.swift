import ClientTesting
import DeviceFoundation
import FRDeviceBinding
import Foundation
import JourneyMessages
import PingProtect
import Primitives
import Testing

@testable import FRAuth

extension Documentation {
    /// What makes no sense must neither end the app nor leave it waiting, whichever member is wrong.
    @Suite("Callbacks and answers that make no sense")
    struct MalformedSteps {
        private let harness: Harness

        init() throws { harness = try Harness() }

        /// A callback of each type with all of its members, as a server sends it.
        private static let sound = basic + identity + federated + devices + webAuthn

        private static let basic: [JourneyMessages.Callback] = [
            callback("NameCallback", ["prompt": "User name"]), callback("PasswordCallback", ["prompt": "Password"]),
            callback("TextInputCallback", ["prompt": "City", "defaultText": "Bern"]),
            callback("TextOutputCallback", ["message": "Hello", "messageType": "0"]),
            callback("SuspendedTextOutputCallback", ["message": "Look into your mail", "messageType": "0"]),
            callback("ChoiceCallback", ["prompt": "Which?", "choices": ["a", "b"], "defaultChoice": 1]),
            callback(
                "ConfirmationCallback",
                ["prompt": "Sure?", "messageType": 0, "options": ["Yes", "No"], "optionType": -1, "defaultOption": 1, "option": 0]),
            callback("HiddenValueCallback", ["value": "v", "id": "webAuthnOutcome"]),
            callback("PollingWaitCallback", ["waitTime": "8000", "message": "Wait"]),
            callback("MetadataCallback", ["data": ["stage": "x"]]),
        ]

        private static let identity: [JourneyMessages.Callback] = [
            callback("ValidatedCreateUsernameCallback", validated, ["", "validateOnly"]),
            callback("ValidatedCreatePasswordCallback", with(validated, ["echoOn": false]), ["", "validateOnly"]),
            callback("StringAttributeInputCallback", with(attribute, ["value": "x"]), ["", "validateOnly"]),
            callback("NumberAttributeInputCallback", with(attribute, ["value": 1.5]), ["", "validateOnly"]),
            callback("BooleanAttributeInputCallback", with(attribute, ["value": true]), ["", "validateOnly"]),
            callback(
                "KbaCreateCallback", ["prompt": "?", "predefinedQuestions": ["Pet?"], "allowUserDefinedQuestions": true],
                ["question", "answer"]),
            callback("TermsAndConditionsCallback", ["version": "1", "terms": "Be kind", "createDate": "2026-01-01"]),
        ]

        private static let federated: [JourneyMessages.Callback] = [
            callback(
                "SelectIdPCallback", ["providers": [["provider": "google", "uiConfig": ["buttonDisplayName": "Google"]]], "value": ""]),
            callback(
                "IdPCallback",
                [
                    "provider": "google", "clientId": "c", "redirectUri": "a://b", "scopes": ["openid"], "nonce": "n", "acrValues": ["1"],
                    "request": "", "requestUri": "", "acceptsJSON": false,
                ], ["token", "token_type"]), callback("ReCaptchaCallback", ["recaptchaSiteKey": "k"]),
        ]

        private static let devices: [JourneyMessages.Callback] = [
            callback("DeviceProfileCallback", ["metadata": true, "location": false, "message": "Looking"]),
            callback(
                "AppIntegrityCallback", ["challenge": "c", "attestToken": ""],
                ["clientError", "attestToken", "token", "clientData", "keyId"]),
            callback(
                "DeviceBindingCallback", with(binding, ["username": "demo", "authenticationType": "NONE"]),
                ["jws", "deviceName", "deviceId", "clientError"]),
            callback("DeviceSigningVerifierCallback", binding, ["jws", "clientError"]),
            callback(
                "PingOneProtectInitializeCallback",
                [
                    "envId": "e", "consoleLogEnabled": true, "deviceAttributesToIgnore": ["a"], "customHost": "", "lazyMetadata": false,
                    "behavioralDataCollection": true, "deviceKeyRsyncIntervals": 14, "enableTrust": false, "disableTags": false,
                    "disableHub": false,
                ], ["clientError"]),
            callback("PingOneProtectEvaluationCallback", ["pauseBehavioralData": true], ["signals", "clientError"]),
        ]

        private static let webAuthn: [JourneyMessages.Callback] = [
            callback(
                "MetadataCallback",
                [
                    "data": [
                        "_type": "WebAuthn", "_action": "webauthn_registration", "challenge": "Y2g=", "attestationPreference": "none",
                        "userName": "demo", "userId": "ZGVtbw==", "relyingPartyName": "G", "authenticatorSelection": "{}",
                        "_authenticatorSelection": ["userVerification": "preferred", "requireResidentKey": false], "pubKeyCredParams": "[]",
                        "_pubKeyCredParams": [["type": "public-key", "alg": -7]], "timeout": "60000", "excludeCredentials": "",
                        "_excludeCredentials": [["type": "public-key", "id": [1, -2]]], "displayName": "Demo",
                        "relyingPartyId": "id: \"example.com\",", "_relyingPartyId": "example.com", "supportsJsonResponse": true,
                    ]
                ]),
            callback(
                "MetadataCallback",
                [
                    "data": [
                        "_type": "WebAuthn", "_action": "webauthn_authentication", "challenge": "Y2g=", "allowCredentials": "",
                        "_allowCredentials": [["type": "public-key", "id": [1, -2]]], "timeout": "60000", "userVerification": "preferred",
                        "relyingPartyId": "", "_relyingPartyId": "example.com", "supportsJsonResponse": true,
                    ]
                ]),
        ]

        private static let validated: JSONObject = [
            "prompt": "New", "required": true, "validateOnly": false, "policies": ["policyRequirements": ["REQUIRED"], "name": "userName"],
            "failedPolicies": ["{\"policyRequirement\":\"MIN_LENGTH\",\"params\":{\"minLength\":8}}"],
        ]
        private static let attribute = with(validated, ["name": "mail"])
        private static let binding: JSONObject = [
            "userId": "id=demo", "challenge": "Y2g=", "title": "T", "subtitle": "S", "description": "D", "timeout": 60,
        ]

        private static func with(_ object: JSONObject, _ more: JSONObject) -> JSONObject {
            more.members.reduce(into: object) { $0[$1.name] = $1.value }
        }

        private static func callback(_ type: String, _ outputs: JSONObject, _ inputs: [String] = [""]) -> JourneyMessages.Callback {
            JourneyMessages.Callback(
                CallbackType(type), output: outputs.members.map { .init($0.name, $0.value) },
                input: inputs.map { .init("IDToken1" + $0, "") })
        }

        /// The values that take a member's place; nil leaves it out.
        private static let wrong: [JSONValue?] = [.none] + (simple + compound).map { .some($0) }

        private static let simple: [JSONValue] = [
            .null, true, false, 0, -1, 7, .integer(.max), .integer(.min), .number(1e300), .number(-1e300), .number(0.5), "", "x", "-1",
            "99999999999999999999", .string(String(repeating: "é", count: 4000)),
        ]

        private static let compound: [JSONValue] = [
            [], [.null], [1, "a", ["b"]], .array(Array(repeating: "x", count: 300)), [:], ["a": 1], ["name": [:], "value": [:]],
            (0..<50).reduce(JSONValue.string("x")) { inner, index in index.isMultiple(of: 2) ? [inner] : ["a": inner] },
        ]

        /// Every callback that differs from a sound one in one member: of its outputs, of an object or list in one, or of itself.
        private static func spoilt(_ callback: JourneyMessages.Callback) -> [JSONValue] {
            let json = callback.json
            var all: [JSONValue] = []
            func add(_ object: JSONObject, _ put: (JSONObject) -> JSONValue) {
                for name in object.names {
                    for value in wrong {
                        var other = object
                        other[name] = value
                        all.append(put(other))
                    }
                }
            }
            add(json.object ?? [:]) { .object($0) }
            let outputs = callback.output.map { ($0.name, $0.value ?? .null) }
            func rebuilt(_ outputs: [(String, JSONValue)]) -> JSONValue {
                var other = callback
                other.output = outputs.map { .init($0.0, $0.1) }
                return other.json
            }
            add(JSONObject(outputs)) { object in rebuilt(object.members.map { ($0.name, $0.value) }) }
            for (index, output) in outputs.enumerated() {
                add(output.1.object ?? [:]) { object in
                    var other = outputs
                    other[index].1 = .object(object)
                    return rebuilt(other)
                }
            }
            return all
        }

        @Test(
            "a callback with a member that is missing, of another kind, huge or nested is refused or can be used", arguments: sound.indices)
        func members(_ index: Int) throws {
            let spoilt = Self.spoilt(Self.sound[index])
            #expect(spoilt.count >= 3 * Self.wrong.count)
            var used = 0
            for json in spoilt {
                guard let wire = try? JourneyMessages.Callback(json: json) else { continue }
                let callback: DocumentedCallback
                do { callback = try CallbackFactory.shared.callback(for: wire) } catch {
                    guard case .invalidCallbackResponse? = error as? AuthError else { throw error }
                    continue
                }
                use(callback, as: wire)
                used += 1
                if let again = json.object?.untyped { _ = try? Swift.type(of: callback).init(json: again) }
            }
            #expect(used > 0)
        }

        /// Reads and answers a callback as apps do.
        private func use(_ callback: DocumentedCallback, as wire: JourneyMessages.Callback) {
            touch(callback)
            let answers: [Any?] = [
                nil, "x", 7, UInt64.max, Double.nan, Double.infinity, true, NSNull(), Date(timeIntervalSince1970: 0),
                ["a": Date.distantPast], [1, [2]], NSObject(),
            ]
            for answer in answers {
                (callback as? SingleValueCallback)?.setValue(answer)
                (callback as? ConfirmationCallback)?.setValue(answer)
                if let several = callback as? MultipleValuesCallback, let answer {
                    several.inputValues = Dictionary(several.inputNames.map { ($0, answer) }) { first, _ in first }
                }
                let sent = callback.sent(inPlaceOf: wire)
                #expect((try? JSONValue(parsing: sent.text)) != nil, "\(callback.type): \(String(describing: answer))")
            }
            touch(callback)
        }

        private func touch(_ callback: DocumentedCallback) {
            _ = [callback.type, callback.response, callback.buildResponse(), callback.inputNames, callback.debugDescription] as [Any]
            switch callback {
            case let callback as WebAuthnRegistrationCallback:
                _ =
                    [
                        callback.challenge, callback.relyingPartyId, callback.relyingPartyName, callback.userId, callback.userName,
                        callback.displayName, callback.timeout, callback.userVerification, callback.attestationPreference,
                        callback.authenticatorAttachment, callback.requireResidentKey, callback.excludeCredentials,
                        callback.pubKeyCredParams, callback._type, callback.supportsJsonResponse, callback.outputs,
                    ] as [Any]
            case let callback as WebAuthnAuthenticationCallback:
                _ =
                    [
                        callback.challenge, callback.relyingPartyId, callback.timeout, callback.userVerification, callback.allowCredentials,
                        callback._type, callback.supportsJsonResponse, callback.outputs,
                    ] as [Any]
            case let callback as MetadataCallback: _ = callback.outputs
            case let callback as PollingWaitCallback: _ = [callback.waitTime, callback.message] as [Any]
            case let callback as TextOutputCallback: _ = [callback.message, callback.messageType] as [Any]
            case let callback as ConfirmationCallback:
                _ =
                    [
                        callback.prompt, callback.options, callback.optionType, callback.defaultOption, callback.option, callback.value,
                        callback.messageType, callback.inputName,
                    ] as [Any?]
            case let callback as ChoiceCallback: _ = [callback.choices, callback.defaultChoice, callback.getValue()] as [Any?]
            case let callback as KbaCreateCallback: _ = [callback.predefinedQuestions, callback.allowUserDefinedQuestions] as [Any]
            case let callback as TermsAndConditionsCallback: _ = [callback.version, callback.terms, callback.createDate]
            case let callback as SelectIdPCallback: for provider in callback.providers { callback.setProvider(provider: provider) }
            case let callback as IdPCallback:
                let client = callback.idpClient
                _ = [client.provider, client.clientId, client.scopes, client.acrValues, client.acceptsJSON, client.request] as [Any?]
            case let callback as AbstractValidatedCallback:
                _ = [callback.policies, callback.validateOnly, callback.prompt, callback.getValue()] as [Any?]
                _ = callback.failedPolicies?.map {
                    [$0.propertyName, $0.policyRequirement, $0.params ?? [:], $0.failedDescription()] as [Any]
                }
                if let attribute = callback as? AttributeInputCallback { _ = [attribute.name, attribute.required] as [Any] }
            case let callback as DeviceProfileCallback:
                _ = [callback.metadataRequired, callback.locationRequired, callback.message] as [Any]
            case let callback as HiddenValueCallback: _ = [callback.id, callback.defaultValue, callback.isWebAuthnOutcome] as [Any?]
            case let callback as SingleValueCallback: _ = [callback.prompt, callback.getValue(), callback.inputName] as [Any?]
            case let callback as FRAppIntegrityCallback: _ = [callback.challenge, callback.attestToken, callback.inputValues] as [Any]
            case let callback as DeviceBindingCallback:
                _ =
                    [
                        callback.userId, callback.userName, callback.challenge, callback.title, callback.timeout,
                        callback.deviceBindingAuthenticationType, callback.getExpiration(timeout: callback.timeout),
                    ] as [Any?]
            case let callback as DeviceSigningVerifierCallback:
                _ = [callback.userId, callback.challenge, callback.timeout, callback.getExpiration(timeout: callback.timeout)] as [Any?]
            case let callback as PingOneProtectInitializeCallback:
                _ = [callback.getConfig(), callback.envId, callback.agentPort, callback.outputNames, callback.outputValues] as [Any]
            case let callback as PingOneProtectEvaluationCallback:
                _ = [callback.pauseBehavioralData, callback.outputNames, callback.outputValues] as [Any?]
            default: break
            }
        }

        @Test("every class that the SDK comes with is among them")
        func complete() throws {
            let types = try Self.sound.map { "\(Swift.type(of: try CallbackFactory.shared.callback(for: $0)))" }
            // Other tests register classes of their own.
            let known = CallbackFactory.shared.supportedCallbacks.values.filter { String(reflecting: $0).hasPrefix("FRAuth.") }
            #expect(Set(known.map { "\($0)" }).subtracting(types).sorted() == [])
        }

        /// Bodies of an answer to a step.
        private static let bodies: [String] = [
            "", " ", "null", "true", "7", "\"x\"", "[]", "[[]]", "{", "}", "{}", "\u{FEFF}{}", "<html></html>", "\u{0}", "{\"authId\":7}",
            "{\"authId\":\"a\"}", "{\"authId\":null,\"callbacks\":[]}", "{\"authId\":\"a\",\"callbacks\":7}",
            "{\"authId\":\"a\",\"callbacks\":{}}", "{\"authId\":\"a\",\"callbacks\":[7]}", "{\"authId\":\"a\",\"callbacks\":[null]}",
            "{\"authId\":\"a\",\"callbacks\":[{}]}", "{\"authId\":\"a\",\"callbacks\":[{\"type\":7}]}",
            "{\"authId\":\"a\",\"callbacks\":[{\"type\":\"NameCallback\",\"output\":7,\"input\":\"x\"}]}",
            "{\"authId\":\"a\",\"callbacks\":[{\"type\":\"NameCallback\",\"output\":[7],\"input\":[{}]}]}", "{\"tokenId\":7}",
            "{\"tokenId\":\"\"}", "{\"tokenId\":{}}", "{\"tokenId\":null}",
            "{\"code\":\"x\",\"reason\":7,\"message\":[],\"detail\":{\"failureUrl\":7}}", "{\"code\":401,\"message\":null}",
            String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
            "{\"authId\":\"" + String(repeating: "x", count: 3 << 20) + "\"}",
        ]

        @Test("an answer to a step that is none ends the call, once, whatever its status", arguments: bodies.indices)
        func answers(_ index: Int) async throws {
            let body = Array(Self.bodies[index].utf8)
            for status in [200, 204, 302, 400, 401, 500, 0, 999] {
                harness.server.on("authenticate") { _ in
                    HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: body)
                }
                try FRAuth.start(options: Harness.options)
                let got: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
                #expect(got.error != nil || got.node != nil || got.result != nil, "\(status)")
                #expect(got.result == nil && FRSession.currentSession == nil, "\(status): no session comes of it")
            }
        }

        /// Members of an answer for tokens in place of sound ones.
        private static let tokenMembers = ["access_token", "token_type", "expires_in", "refresh_token", "id_token", "scope"]

        @Test("an answer for tokens with a wrong member brings an error or tokens that can be used", arguments: tokenMembers)
        func tokens(_ member: String) async throws {
            for value in Self.wrong {
                let fresh = try Harness()
                var body: JSONObject = ["access_token": "a", "token_type": "Bearer", "expires_in": 3600, "scope": "openid"]
                body[member] = value
                let told = JSONValue.object(body)
                fresh.server.on("access_token") { _ in .json(told) }
                try FRAuth.start(options: Harness.options)
                let first: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
                let last: Outcome<FRUser> = try await #require(first.node).signIn()
                #expect((last.error == nil) != (last.result == nil))
                guard let token = FRUser.currentUser?.token else { continue }
                _ = [token.expiration, token.isExpired, token.expiresIn, token.scope, token.debugDescription] as [Any]
                _ = [try? JSONEncoder().encode(token), FRUser.currentUser?.buildAuthHeader()] as [Any?]
            }
        }

        @Test("claims of the user that are of another kind bring an error or claims that can be read")
        func claims() async throws {
            try await harness.signIn()
            let user = try #require(FRUser.currentUser)
            for member in ["sub", "name", "address", "updated_at", "email_verified", "birthdate", "zoneinfo"] {
                for value in Self.wrong {
                    var body: JSONObject = ["sub": "demo", "name": "Demo"]
                    body[member] = value
                    let told = JSONValue.object(body)
                    harness.server.on("userinfo") { _ in .json(told) }
                    let got: Outcome<UserInfo> = await answer { user.getUserInfo(completion: $0) }
                    #expect((got.error == nil) != (got.result == nil))
                    guard let info = got.result else { continue }
                    _ =
                        [info.name, info.address?.country, info.picture, info.emailVerified, info.birthDate, info.debugDescription]
                        as [Any?]
                }
            }
        }
    }
}
