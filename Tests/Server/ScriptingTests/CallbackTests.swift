import Primitives
import ScriptMessages
import Testing

@Suite("Callbacks of scripts")
struct ScriptCallbackTests {
    /// Each method of the builder, with what it must make of its arguments.
    static let built: [(call: String, made: JSONObject)] = [
        ("nameCallback('p', 'n')", ["type": "NameCallback", "prompt": "p", "initial": "n"]),
        ("passwordCallback('p', true)", ["type": "PasswordCallback", "echoOn": true]),
        ("textInputCallback('p', 'd')", ["type": "TextInputCallback", "initial": "d"]),
        ("textOutputCallback(1, 'm')", ["type": "TextOutputCallback", "messageType": 1, "message": "m"]),
        ("scriptTextOutputCallback('s')", ["type": "TextOutputCallback", "messageType": 4, "message": "s"]),
        ("suspendedTextOutputCallback(0, 'm')", ["type": "SuspendedTextOutputCallback", "message": "m"]),
        ("hiddenValueCallback('i', 'v')", ["type": "HiddenValueCallback", "id": "i", "value": "v"]),
        (
            "choiceCallback('p', ['a', 'b'], 1, false)",
            ["type": "ChoiceCallback", "choices": ["a", "b"], "defaultChoice": 1, "multiple": false]
        ),
        ("radioChoiceCallback('p', ['a'], 0)", ["type": "ChoiceCallback", "display": "radio"]),
        (
            "confirmationCallback(0, 1, 0)",
            ["type": "ConfirmationCallback", "prompt": "", "optionType": 1, "options": ["Yes", "No", "Cancel"]]
        ),
        (
            "confirmationCallback('p', 2, ['a'], 0)",
            ["prompt": "p", "messageType": 2, "optionType": -1, "options": ["a"], "defaultOption": 0]
        ),
        ("languageCallback('de', 'CH')", ["type": "LanguageCallback", "language": "de", "country": "CH"]),
        (
            "redirectCallback('u', {a: 'b'}, 'POST', true)",
            ["type": "RedirectCallback", "url": "u", "data": ["a": "b"], "trackingCookie": true]
        ),
        (
            "redirectCallback('u', null, 'GET', 's', 'c', true)",
            ["statusParameter": "s", "redirectBackUrlCookie": "c", "trackingCookie": true]
        ),
        ("metadataCallback({stage: 'x'})", ["type": "MetadataCallback", "data": ["stage": "x"]]),
        ("pollingWaitCallback('5000', 'm')", ["type": "PollingWaitCallback", "waitTime": "5000", "message": "m"]),
        (
            "stringAttributeInputCallback('mail', 'p', 'v', true)",
            ["type": "StringAttributeInputCallback", "name": "mail", "required": true]
        ),
        ("numberAttributeInputCallback('age', 'p', 3, false, ['f'])", ["value": 3, "failedPolicies": ["f"], "validateOnly": false]),
        (
            "booleanAttributeInputCallback('ok', 'p', true, false, {a: 1}, true, [{policyRequirement: 'X'}])",
            ["value": true, "policies": ["a": 1], "validateOnly": true, "failedPolicies": [#"{"policyRequirement":"X"}"#]]
        ),
        ("validatedUsernameCallback('p', {}, false)", ["type": "ValidatedCreateUsernameCallback", "policies": [:]]),
        (
            "validatedPasswordCallback('p', false, {}, true, ['f'])",
            ["type": "ValidatedCreatePasswordCallback", "echoOn": false, "failedPolicies": ["f"]]
        ),
        (
            "idPCallback('google', 'c', 'r', ['openid'], 'n', '', '', [], false)",
            ["type": "IdPCallback", "provider": "google", "scopes": ["openid"]]
        ),
        ("selectIdPCallback({providers: []})", ["type": "SelectIdPCallback", "providers": ["providers": []]]),
        ("termsAndConditionsCallback('1', 't', 'd')", ["type": "TermsAndConditionsCallback", "version": "1", "created": "d"]),
        ("kbaCreateCallback('p', ['q'], true)", ["type": "KbaCreateCallback", "questions": ["q"], "allowUserDefined": true]),
        (
            "consentMappingCallback('n', 'd', 'i', 'a', ['t'], 'm', true)",
            ["type": "ConsentMappingCallback", "titles": ["t"], "isRequired": true]
        ),
        ("deviceProfileCallback(true, false, 'm')", ["type": "DeviceProfileCallback", "metadata": true, "location": false]),
        ("httpCallback('a', 'n', 'v', 401)", ["type": "HttpCallback", "errorCode": "401"]),
        ("x509CertificateCallback('p')", ["type": "X509CertificateCallback", "prompt": "p"]),
    ]

    @Test("each method of the builder makes its callback, and an outcome beside them doesn't count")
    func builder() async throws {
        try await ScriptHarness.with { harness in
            let script = Self.built.map { "callbacksBuilder.\($0.call);" }.joined(separator: "\n") + "outcome = 'true'"
            let made = try await harness.run(script)["callbacks"]?.array ?? []
            #expect(made.count == Self.built.count)
            for (made, (call, expected)) in zip(made, Self.built) {
                for member in expected.members { #expect(made[member.name] == member.value, "\(call): \(member.name)") }
            }
        }
    }

    /// What each getter gives of an answered step.
    static let read: [(expression: String, value: String)] = [
        ("getNameCallbacks().get(0)", "name"), ("getNameCallbacks()[0]", "name"), ("getPasswordCallbacks().size()", "1"),
        ("getTextInputCallbacks().length", "0"), ("getChoiceCallbacks()[0][0]", "1"), ("getConfirmationCallbacks().get(0)", "1"),
        ("getHiddenValueCallbacks().get('clientId')", "hidden"), ("getHiddenValueCallbacks().get('untouched')", ""),
        ("getHiddenValueCallbacks().clientId", "hidden"), ("getStringAttributeInputCallbacks()[0]", "mail"),
        ("getNumberAttributeInputCallbacks()[0] * 2", "6"), ("getBooleanAttributeInputCallbacks()[0]", "true"),
        ("getValidatedUsernameCallbacks()[0].value", "new"), ("getValidatedUsernameCallbacks().get(0).validateOnly", "true"),
        ("getValidatedPasswordCallbacks()[0].get('value')", "pw"), ("getKbaCreateCallbacks()[0].selectedQuestion", "q"),
        ("getKbaCreateCallbacks()[0].selectedAnswer", "a"), ("getConsentMappingCallbacks()[0]", "true"),
        ("getTermsAndConditionsCallbacks()[0]", "true"), ("getSelectIdPCallbacks()[0]", "google"), ("getDeviceProfileCallbacks()[0]", "{}"),
        ("getLanguageCallbacks()[0]", "de_CH"), ("getIdpCallbacks()[0].token", "t"),
        ("getIdpCallbacks().get(0).get('tokenType')", "id_token"),
        ("isEmpty()", "false"),
    ]

    static let given: JSONValue = [
        ["type": "NameCallback", "values": ["": "name"]], ["type": "PasswordCallback", "values": ["": "pw"]],
        ["type": "ChoiceCallback", "values": ["": "1"]], ["type": "ConfirmationCallback", "values": ["": 1]],
        ["type": "HiddenValueCallback", "id": "clientId", "values": ["": "hidden"]],
        ["type": "HiddenValueCallback", "id": "untouched", "values": ["": "untouched"]],
        ["type": "StringAttributeInputCallback", "values": ["": "mail"]], ["type": "NumberAttributeInputCallback", "values": ["": 3]],
        ["type": "BooleanAttributeInputCallback", "values": ["": true]],
        ["type": "ValidatedCreateUsernameCallback", "values": ["": "new", "validateOnly": true]],
        ["type": "ValidatedCreatePasswordCallback", "values": ["": "pw"]],
        ["type": "KbaCreateCallback", "values": ["question": "q", "answer": "a"]],
        ["type": "ConsentMappingCallback", "values": ["": true]], ["type": "TermsAndConditionsCallback", "values": ["": "true"]],
        ["type": "SelectIdPCallback", "values": ["": "google"]], ["type": "DeviceProfileCallback", "values": ["": "{}"]],
        ["type": "LanguageCallback", "values": ["Language": "de", "Country": "CH"]],
        ["type": "IdPCallback", "asked": ["provider": "google"], "values": ["token": "t", "token_type": "id_token"]],
    ]

    @Test("each getter gives what was submitted")
    func answers() async throws {
        try await ScriptHarness.with { harness in
            for (expression, value) in Self.read {
                let outcome = try await harness.outcome("outcome = '' + callbacks.\(expression)", .next, ["callbacks": Self.given])
                #expect(outcome == value, "\(expression)")
            }
        }
    }
}
