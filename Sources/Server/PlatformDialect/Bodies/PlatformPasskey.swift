import Foundation
import HTTPBase
import Primitives
import ResourceMessages
import WebAuthn
import DeviceRegistry
import DevicePolicies

/// WebAuthn's options as the platform sends them: a JSON text whose byte strings are lists of numbers from −128 to 127, which a page
/// makes typed arrays of (`docs/protocols/platform.md` 2.3, 3.1).
enum PlatformPasskey {
    static func text(_ options: CreationOptions) -> String {
        var json = options.json.object ?? JSONObject()
        json["challenge"] = numbers(options.challenge)
        var user = json["user"]?.object ?? JSONObject()
        user["id"] = numbers(options.user.id)
        json["user"] = .object(user)
        json["excludeCredentials"] = .array(options.excluded.map(descriptor))
        return JSONValue.object(json).text
    }

    static func text(_ options: RequestOptions) -> String {
        var json = options.json.object ?? JSONObject()
        json["challenge"] = numbers(options.challenge)
        json["allowCredentials"] = .array(options.allowed.map(descriptor))
        return JSONValue.object(json).text
    }

    private static func descriptor(_ credential: CredentialDescriptor) -> JSONValue {
        var json = credential.json.object ?? JSONObject()
        json["id"] = numbers(credential.id)
        return .object(json)
    }

    private static func numbers(_ bytes: [UInt8]) -> JSONValue { .array(bytes.map { .integer(Int64(Int8(bitPattern: $0))) }) }
}

/// The proof that activates a device: a code, or an authenticator's answer with the origin where it was given.
struct DeviceActivationBody: Shaped {
    var code: Secret?
    /// Whether the code may be the second by which a hardware token comes into step.
    var resynchronizes: Bool?
    var origin: String?
    var attestation: String?

    static let shapeName = "DeviceActivation"
    static let members: [Member<Self>] = [
        Member("otp", optional: \.code, .secret(1...16), .writeOnly),
        Member("oathResync", optional: \.resynchronizes, .flag, .writeOnly),
        Member("origin", optional: \.origin, .text(1...512), .writeOnly),
        Member("attestation", optional: \.attestation, .lines(2...131_072), .writeOnly),
    ]

    func check(_ reading: inout ShapeReading) {
        guard (code == nil) != (attestation == nil) else {
            return reading.refuse(
                code == nil ? .missing : .invalid, "a device is activated by otp, or by origin and attestation", at: "otp")
        }
        if resynchronizes != nil, code == nil { reading.refuse(.invalid, "it belongs to a code", at: "oathResync") }
        if (origin == nil) != (attestation == nil) { reading.refuse(.missing, "origin and attestation belong together", at: "origin") }
    }

    func answer() throws -> RegistrationResponse? {
        do { return try attestation.map { try RegistrationResponse(text: $0) } } catch let error as WebAuthnError {
            throw ShapeError(.invalid, at: "attestation", error.reason)
        }
    }
}

/// A passkey's answer in a device authentication.
struct AssertionCheck: Shaped {
    var origin = ""
    var assertion = ""
    /// The authenticators that the browser has: one that can't use the passkey gives no answer of it. nil for what was said before.
    var compatibility: Browser.Compatibility?

    static let shapeName = "AssertionCheck"
    static let members: [Member<Self>] = [
        Member("origin", \.origin, .text(1...512), .requiredWriteOnly),
        Member("assertion", \.assertion, .lines(2...131_072), .requiredWriteOnly),
        Member("compatibility", optional: \.compatibility, .choice, .writeOnly),
    ]

    func answer() throws -> AuthenticationResponse {
        do throws(WebAuthnError) { return try AuthenticationResponse(text: assertion) } catch {
            throw ShapeError(.invalid, at: "assertion", error.reason)
        }
    }
}

/// `{"id": "example.com", "name": "Example"}`.
struct RelyingPartyBody: Shaped {
    var id = ""
    var name: String?

    static let shapeName = "RelyingParty"
    static let members: [Member<Self>] = [
        Member("id", \.id, .relyingPartyID, .required), Member("name", optional: \.name, .text(1...256)),
    ]
}
