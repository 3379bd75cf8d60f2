import FRAuth
import Foundation
import Testing

extension Documentation {
    /// Scripts on the server ask, and say what they were told.
    @Suite("Against a server: callbacks")
    struct LiveCallbacks {
        private let harness: Harness

        init() throws { harness = try Harness() }

        private func answers(to questions: String, _ script: String, _ answering: (Node) throws -> Void) async throws -> [String: Any] {
            var answers: Any?
            try await harness.live { live in
                try await live.addScript(
                    """
                    if (callbacks.isEmpty()) {
                    \(questions)
                    } else {
                      nodeState.putShared('answers', \(script));
                      outcome = 'true';
                    }
                    """)
                try FRAuth.start(options: live.options)
                answers = try await harness.answersOfScript(answering)
            }
            return try #require(answers as? [String: Any])
        }

        @Test("NameCallback, PasswordCallback, TextInputCallback, ChoiceCallback, ConfirmationCallback")
        func basic() async throws {
            let answers = try await answers(
                to: """
                    callbacksBuilder.nameCallback('User Name', '');
                    callbacksBuilder.passwordCallback('Password', false);
                    callbacksBuilder.textInputCallback('City', 'Bern');
                    callbacksBuilder.choiceCallback('Which?', ['a', 'b', 'c'], 1, false);
                    callbacksBuilder.confirmationCallback('Sure?', 1, ['Yes', 'No'], 1);
                    """,
                """
                {
                  name: callbacks.getNameCallbacks().get(0), password: callbacks.getPasswordCallbacks().get(0),
                  city: callbacks.getTextInputCallbacks().get(0), choice: callbacks.getChoiceCallbacks().get(0)[0],
                  button: callbacks.getConfirmationCallbacks().get(0)
                }
                """
            ) { node in
                let name = try node.first(NameCallback.self)
                #expect(name.prompt == "User Name" && name.inputName == "IDToken1" && name.type == "NameCallback")
                name.setValue("demo")
                let password = try node.first(PasswordCallback.self)
                #expect(password.prompt == "Password")
                password.setValue("Ch4ng3it!")
                let city = try node.first(TextInputCallback.self)
                #expect(city.prompt == "City" && city.defaultText == "Bern")
                city.setValue("Thun")
                let choice = try node.first(ChoiceCallback.self)
                #expect(choice.prompt == "Which?" && choice.choices == ["a", "b", "c"] && choice.defaultChoice == 1)
                choice.setValue(2)
                let confirmation = try node.first(ConfirmationCallback.self)
                #expect(confirmation.options == ["Yes", "No"] && confirmation.messageType == .warning && confirmation.defaultOption == 1)
                #expect(confirmation.optionType == .unspecifiedOption && confirmation.prompt == "Sure?")
                confirmation.value = 0
            }
            #expect(answers["name"] as? String == "demo" && answers["password"] as? String == "Ch4ng3it!")
            #expect(answers["city"] as? String == "Thun" && answers["choice"] as? Int == 2 && answers["button"] as? Int == 0)
        }

        @Test(
            "HiddenValueCallback: its outcome can be set by hand; TextOutputCallback, PollingWaitCallback and MetadataCallback say something"
        )
        func statements() async throws {
            let answers = try await answers(
                to: """
                    callbacksBuilder.hiddenValueCallback('webAuthnOutcome', 'false');
                    callbacksBuilder.textOutputCallback(1, 'Scan the code');
                    callbacksBuilder.pollingWaitCallback('8000', 'Hold on');
                    callbacksBuilder.metadataCallback({ stage: 'Waiting', n: 1 });
                    """, "{ hidden: callbacks.getHiddenValueCallbacks().get('webAuthnOutcome') }"
            ) { node in
                let text = try node.first(TextOutputCallback.self)
                #expect(text.message == "Scan the code" && text.messageType == .warning)
                let wait = try node.first(PollingWaitCallback.self)
                #expect(wait.waitTime == 8000 && wait.message == "Hold on")
                #expect(try node.first(MetadataCallback.self).outputs["n"] as? Int == 1 && node.stage == "Waiting")
                // keep HiddenValueCallback to set the value later
                let hiddenValueCallback = try node.first(HiddenValueCallback.self)
                // only if HiddenValueCallback is designated for WebAuthn outcome
                #expect(hiddenValueCallback.isWebAuthnOutcome && hiddenValueCallback.defaultValue == "false")
                if hiddenValueCallback.isWebAuthnOutcome {
                    // set attestation manually
                    hiddenValueCallback.setValue("attestation")
                }
            }
            #expect(answers["hidden"] as? String == "attestation")
        }

        @Test("ValidatedCreateUsernameCallback, ValidatedCreatePasswordCallback and the attribute callbacks, which may only validate")
        func identity() async throws {
            let answers = try await answers(
                to: """
                    callbacksBuilder.validatedUsernameCallback('Username', { name: 'userName', policies: [] }, false);
                    callbacksBuilder.validatedPasswordCallback('Password', true, {}, false);
                    callbacksBuilder.stringAttributeInputCallback('mail', 'Email', 'old@example.com', true);
                    callbacksBuilder.numberAttributeInputCallback('age', 'Age', 40, false);
                    callbacksBuilder.booleanAttributeInputCallback('news', 'News', false, false);
                    """,
                """
                {
                  username: callbacks.getValidatedUsernameCallbacks().get(0).value,
                  isOnlyValidated: callbacks.getValidatedUsernameCallbacks().get(0).validateOnly,
                  password: callbacks.getValidatedPasswordCallbacks().get(0).value,
                  mail: callbacks.getStringAttributeInputCallbacks().get(0),
                  age: callbacks.getNumberAttributeInputCallbacks().get(0),
                  news: callbacks.getBooleanAttributeInputCallbacks().get(0)
                }
                """
            ) { node in
                let username = try node.first(ValidatedCreateUsernameCallback.self)
                #expect(username.prompt == "Username" && username.policies?["name"] as? String == "userName")
                username.validateOnly = true
                username.setValue("ada")
                let password = try node.first(ValidatedCreatePasswordCallback.self)
                #expect(password.echoOn && !password.validateOnly)
                password.setValue("analytical engine")
                let mail = try node.first(StringAttributeInputCallback.self)
                #expect(mail.name == "mail" && mail.required && mail.prompt == "Email" && mail.getValue() as? String == "old@example.com")
                mail.setValue("ada@example.com")
                let age = try node.first(NumberAttributeInputCallback.self)
                #expect(age.name == "age" && !age.required)
                age.setValue(41.5)
                try node.first(BooleanAttributeInputCallback.self).setValue(true)
            }
            #expect(answers["username"] as? String == "ada" && answers["isOnlyValidated"] as? Bool == true)
            #expect(answers["password"] as? String == "analytical engine" && answers["mail"] as? String == "ada@example.com")
            #expect(answers["age"] as? Double == 41.5 && answers["news"] as? Bool == true)
        }

        @Test("KbaCreateCallback, TermsAndConditionsCallback, SelectIdPCallback, IdPCallback, DeviceProfileCallback")
        func others() async throws {
            let answers = try await answers(
                to: """
                    callbacksBuilder.kbaCreateCallback('Question', ['First school?'], false);
                    callbacksBuilder.termsAndConditionsCallback('1.0', 'Be kind.', '2026-01-01T00:00:00Z');
                    callbacksBuilder.selectIdPCallback({ providers: [ { provider: 'google', uiConfig: { buttonDisplayName: 'Google' } } ] });
                    callbacksBuilder.idPCallback('google', 'client', 'app://cb', ['openid'], 'n1', '', '', [], true);
                    callbacksBuilder.deviceProfileCallback(true, false, 'Looking');
                    """,
                """
                {
                  question: callbacks.getKbaCreateCallbacks().get(0).selectedQuestion,
                  answer: callbacks.getKbaCreateCallbacks().get(0).selectedAnswer,
                  accepted: callbacks.getTermsAndConditionsCallbacks().get(0), provider: callbacks.getSelectIdPCallbacks().get(0),
                  token: callbacks.getIdpCallbacks().get(0).token, tokenType: callbacks.getIdpCallbacks().get(0).tokenType,
                  profile: callbacks.getDeviceProfileCallbacks().get(0)
                }
                """
            ) { node in
                let kba = try node.first(KbaCreateCallback.self)
                #expect(kba.prompt == "Question" && kba.predefinedQuestions == ["First school?"] && !kba.allowUserDefinedQuestions)
                kba.setQuestion("First school?")
                kba.setAnswer("Hill")
                let terms = try node.first(TermsAndConditionsCallback.self)
                #expect(terms.version == "1.0" && terms.terms == "Be kind." && terms.createDate == "2026-01-01T00:00:00Z")
                terms.setValue(true)
                let choice = try node.first(SelectIdPCallback.self)
                #expect(choice.providers.first?.uiConfig?["buttonDisplayName"] == "Google")
                choice.setProvider(provider: choice.providers[0])
                let provider = try node.first(IdPCallback.self)
                #expect(provider.idpClient.nonce == "n1" && provider.idpClient.acceptsJSON)
                provider.setToken("t")
                provider.setTokenType("id_token")
                let profile = try node.first(DeviceProfileCallback.self)
                #expect(profile.metadataRequired && !profile.locationRequired && profile.message == "Looking")
                profile.setValue("{}")
            }
            #expect(answers["question"] as? String == "First school?" && answers["answer"] as? String == "Hill")
            #expect(answers["accepted"] as? Bool == true && answers["provider"] as? String == "google")
            #expect(
                answers["token"] as? String == "t" && answers["tokenType"] as? String == "id_token" && answers["profile"] as? String == "{}"
            )
        }

        @Test("an app's own class for a type, registered with CallbackFactory")
        func own() async throws {
            CallbackFactory.shared.registerCallback(callbackType: "TextInputCallback", callbackClass: OwnTextInputCallback.self)
            defer { CallbackFactory.shared.registerCallback(callbackType: "TextInputCallback", callbackClass: TextInputCallback.self) }
            let answers = try await answers(
                to: "callbacksBuilder.textInputCallback('City', '')", "{ city: callbacks.getTextInputCallbacks().get(0) }"
            ) { try $0.first(OwnTextInputCallback.self).setValue("Bern") }
            #expect(answers["city"] as? String == "Bern")
        }
    }
}
