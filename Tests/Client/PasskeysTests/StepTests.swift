import DeviceFoundation
import Foundation
import JourneyMessages
import Passkeys
import Primitives
import Testing
import WebAuthn

@Suite("Passkeys in a journey")
struct StepTests {
    private static let challenge = Data(Phone.challenge).base64EncodedString()

    private func step(_ callback: Callback) -> Step {
        Step(authID: "state", callbacks: Step.numbered([callback, HiddenValue(id: "webAuthnOutcome", value: "false").callback]))
    }

    private func registration(_ edit: (inout WebAuthnRegistration) -> Void = { _ in }) -> Step {
        var request = WebAuthnRegistration(
            challenge: Self.challenge, relyingPartyID: "example.com", relyingPartyName: "Example", userID: "aGFuZGxl", userName: "ada",
            displayName: "Ada", algorithms: [-7, -257], timeout: 60_000, selection: .init(requiresResidentKey: true))
        edit(&request)
        return step(request.callback)
    }

    private var authentication: Step {
        step(
            WebAuthnAuthentication(
                challenge: Self.challenge, relyingPartyID: "example.com", userVerification: "required", timeout: 60_000
            ).callback)
    }

    private func sent(_ step: Step) -> String? { step.callbacks[1].input.first?.value?.string }

    @Test("a step is answered in the form that servers read: registration, then a sign-in without a user name")
    func answered() async throws {
        let phone = Phone()
        var step = registration()
        await phone.open().answer(&step, from: Phone.origin, deviceName: "My phone")
        guard case .answered(let made)? = WebAuthnOutcome(try #require(sent(step)), isRegistration: true) else { throw Unexpected() }
        #expect(made.deviceName == "My phone" && made.attachment == "platform")
        let registered = try await RegistrationCeremony(relyingParty: Phone.party, challenge: Phone.challenge).verify(
            RegistrationResponse(id: made.credentialID, clientDataJSON: made.clientDataJSON, attestationObject: made.data),
            at: phone.time.now)
        var second = authentication
        await phone.open().answer(&second, from: Phone.origin)
        guard case .answered(let signed)? = WebAuthnOutcome(try #require(sent(second)), isRegistration: false) else { throw Unexpected() }
        #expect(signed.userHandle == "aGFuZGxl")
        _ = try AuthenticationCeremony(relyingParty: Phone.party, challenge: Phone.challenge, userVerification: .required).verify(
            AuthenticationResponse(
                id: signed.credentialID, clientDataJSON: signed.clientDataJSON, authenticatorData: signed.data,
                signature: signed.signature ?? [], userHandle: Array("aGFuZGxl".utf8)),
            with: registered.record, of: .init(userHandle: Array("aGFuZGxl".utf8), wasKnown: false))
    }

    @Test("a server that wants the plain text gets it")
    func plain() async throws {
        var step = registration { $0.acceptsJSON = false }
        await Phone().open().answer(&step, from: Phone.origin)
        #expect(try #require(sent(step)).contains("::") && sent(step)?.hasPrefix("{\"authenticatorAttachment\"") == false)
    }

    @Test("what came to nothing is told by the name that a browser would give it")
    func errors() async throws {
        let phone = Phone()
        var none = authentication
        await phone.open().answer(&none, from: Phone.origin)
        #expect(sent(none)?.hasPrefix("ERROR::NotAllowedError:") == true)
        var foreign = registration { $0.algorithms = [-257] }
        await phone.open().answer(&foreign, from: Phone.origin)
        #expect(sent(foreign) == "unsupported")
        var elsewhere = registration()
        await phone.open().answer(&elsewhere, from: "https://evil.example")
        #expect(sent(elsewhere)?.hasPrefix("ERROR::SecurityError:") == true)
        let names: [PasskeyError.Code: String] = [
            .cancelled: "NotAllowedError", .notAllowed: "NotAllowedError", .noPasskey: "NotAllowedError", .known: "InvalidStateError",
            .constraint: "ConstraintError", .unsupported: "NotSupportedError", .origin: "SecurityError", .timeout: "TimeoutError",
            .malformed: "DataError", .storage: "UnknownError", .server: "NetworkError",
        ]
        for (code, name) in names { #expect(PasskeyError(code, "").exceptionName == name) }
    }

    @Test("other steps are left alone")
    func others() async {
        var asked = step(NameQuestion(prompt: "User Name").callback)
        let before = asked
        let outcome = await Phone().open().answer(&asked)
        #expect(outcome == nil && asked == before)
    }
}

struct Unexpected: Error {}
