import ClientTesting
import DeviceFoundation
import FRAuth
import Foundation
import JourneyMessages
import Primitives
import Testing

extension Documentation {
    @Suite("Callbacks: identity data")
    struct IdentityCallbacks {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("ValidatedCreateUsernameCallback and ValidatedCreatePasswordCallback")
        func credentials() async throws {
            let username = ValidatedUsernameQuestion(
                prompt: "Username",
                check: PolicyCheck(
                    AttributePolicies(of: "userName", [AttributePolicy("unique", [.unique])]),
                    failed: [FailedPolicy(.minimumLength, ["minLength": 3])]))
            let password = ValidatedPasswordQuestion(prompt: "Password", isShown: true)
            let sent = try await harness.step(username.callback, password.callback) { callbacks in
                let username = try #require(callbacks[0] as? ValidatedCreateUsernameCallback)
                #expect(username.prompt == "Username" && username.inputNames == ["IDToken1", "IDToken1validateOnly"])
                #expect(username.policies?["name"] as? String == "userName")
                let failed = try #require(username.failedPolicies?.first)
                #expect(failed.policyRequirement == "MIN_LENGTH" && failed.params?["minLength"] as? Int == 3)
                #expect(failed.failedDescription() == "userName must be at least 3 characters long")
                #expect(!username.validateOnly)
                username.validateOnly = true
                username.setValue("demo")
                let password = try #require(callbacks[1] as? ValidatedCreatePasswordCallback)
                #expect(password.echoOn && password.failedPolicies?.isEmpty == true)
                password.setValue("Ch4ng3it!")
            }
            #expect(try Answers(sent).answer(to: username, at: 0) == AttributeAnswer("demo", isValidateOnly: true))
            #expect(try Answers(sent).answer(to: password, at: 1) == AttributeAnswer(Secret("Ch4ng3it!")))
        }

        @Test("StringAttributeInputCallback, NumberAttributeInputCallback, BooleanAttributeInputCallback")
        func attributes() async throws {
            let mail = AttributeQuestion<String>("mail", prompt: "Email", isRequired: true)
            let age = AttributeQuestion<Double>("age", prompt: "Age")
            let news = AttributeQuestion<Bool>("preferences/marketing", prompt: "News", value: true)
            let sent = try await harness.step(mail.callback, age.callback, news.callback) { callbacks in
                let mail = try #require(callbacks[0] as? StringAttributeInputCallback)
                #expect(mail.name == "mail" && mail.required && mail.prompt == "Email")
                mail.setValue("demo@example.com")
                let age = try #require(callbacks[1] as? NumberAttributeInputCallback)
                #expect(age.name == "age" && !age.required)
                age.setValue(41.5)
                let news = try #require(callbacks[2] as? BooleanAttributeInputCallback)
                #expect(news.getValue() as? Bool == true)
                news.setValue(false)
            }
            #expect(try Answers(sent).answer(to: mail, at: 0)?.value == "demo@example.com")
            #expect(try Answers(sent).answer(to: age, at: 1)?.value == 41.5)
            #expect(try Answers(sent).answer(to: news, at: 2)?.value == false)
        }

        @Test("KbaCreateCallback and TermsAndConditionsCallback")
        func consent() async throws {
            let kba = KBAQuestion(prompt: "Question", questions: ["First school?"], allowsOwnQuestion: false)
            let terms = TermsQuestion(version: "1.0", terms: "Be kind.", created: "2026-01-01T00:00:00Z")
            let sent = try await harness.step(kba.callback, terms.callback) { callbacks in
                let kba = try #require(callbacks[0] as? KbaCreateCallback)
                #expect(kba.prompt == "Question" && kba.predefinedQuestions == ["First school?"])
                #expect(!kba.allowUserDefinedQuestions && kba.inputNames == ["IDToken1question", "IDToken1answer"])
                kba.setQuestion("First school?")
                kba.setAnswer("Hill")
                let terms = try #require(callbacks[1] as? TermsAndConditionsCallback)
                #expect(terms.version == "1.0" && terms.terms == "Be kind." && terms.createDate == "2026-01-01T00:00:00Z")
                terms.setValue(true)
            }
            #expect(try Answers(sent).answer(to: kba, at: 0) == KBAAnswer(question: "First school?", answer: Secret("Hill")))
            #expect(try Answers(sent).answer(to: terms, at: 1) == true)
        }

        @Test("ReCaptchaCallback and DeviceProfileCallback")
        func devices() async throws {
            let sent = try await harness.answers(
                CaptchaQuestion(siteKey: "key").callback,
                DeviceProfileQuestion(metadata: true, location: false, message: "Looking").callback
            ) { callbacks in
                let captcha = try #require(callbacks[0] as? ReCaptchaCallback)
                #expect(captcha.recaptchaSiteKey == "key")
                captcha.setValue("token")
                let profile = try #require(callbacks[1] as? DeviceProfileCallback)
                #expect(profile.metadataRequired && !profile.locationRequired && profile.message == "Looking")
                profile.setValue("{}")
            }
            #expect(sent == ["token", "{}"])
        }
    }
}
