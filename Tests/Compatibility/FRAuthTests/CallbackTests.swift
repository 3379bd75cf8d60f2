import ClientTesting
import DeviceFoundation
import FRAuth
import JourneyMessages
import Primitives
import Testing

extension Documentation {
    @Suite("Callbacks")
    struct Callbacks {
        private let harness: Harness

        init() throws { harness = try Harness() }

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

        @Test("an unknown callback goes back untouched")
        func unknown() async throws {
            let foreign = JourneyMessages.Callback("NewCallback", output: [.init("x", ["y": 1])], input: [.init("", "initial")])
            let sent = try await harness.answers(foreign) { callbacks in
                #expect(callbacks[0].type == "NewCallback")
                #expect((callbacks[0].response["type"] as? String) == "NewCallback")
            }
            #expect(sent == ["initial"])
        }
    }
}
