import Foundation
import Primitives
import TestVectors
import WebAuthn

/// The test vectors of WebAuthn Level 3, section 16.
struct Vector: Sendable, CustomStringConvertible {
    let name: String
    let registration: Ceremony
    let authentication: Ceremony

    struct Ceremony: Sendable {
        let challenge: [UInt8]
        let members: [String: [UInt8]]

        subscript(_ name: String) -> [UInt8] { members[name] ?? [] }
    }

    var description: String { name }

    /// When the certificates are valid: a day of 2026.
    static let now = Date(timeIntervalSince1970: 1_780_000_000)

    static let file: JSONValue = (try? JSONValue(parsing: Array(TestVectors.data("webauthn/level3.json")))) ?? .null
    static let all: [Vector] = file["vectors"]?.array?.compactMap(Vector.init) ?? []
    static let root = hex(file["attestation_ca_cert"]?.string ?? "")

    static func named(_ name: String) -> Vector { all.first { $0.name == name } ?? all[0] }

    private init?(_ json: JSONValue) {
        guard let name = json["name"]?.string, let registration = Ceremony(json["registration"]),
            let authentication = Ceremony(json["authentication"])
        else { return nil }
        self.name = name
        self.registration = registration
        self.authentication = authentication
    }

    var response: RegistrationResponse {
        RegistrationResponse(
            id: registration["credential_id"], clientDataJSON: registration["clientDataJSON"],
            attestationObject: registration["attestationObject"])
    }

    var assertion: AuthenticationResponse {
        AuthenticationResponse(
            id: registration["credential_id"], clientDataJSON: authentication["clientDataJSON"],
            authenticatorData: authentication["authenticatorData"], signature: authentication["signature"])
    }

    /// What the section's relying party expects. Frames of other origins are expected in the two vectors that have them.
    var party: RelyingParty {
        RelyingParty(
            id: "example.org", topOrigins: name.hasSuffix("Origin") ? [.exactly("https://example.com")] : [])
    }

    var registering: RegistrationCeremony {
        RegistrationCeremony(
            relyingParty: party, challenge: registration.challenge, algorithms: COSEAlgorithm.supported,
            attestation: AttestationPolicy(acceptsNone: true, acceptsSelf: true, anchors: TrustAnchors(all: [Self.root])))
    }

    var authenticating: AuthenticationCeremony {
        AuthenticationCeremony(
            relyingParty: party, challenge: authentication.challenge, allowed: [registration["credential_id"]])
    }

    static let account = AuthenticationCeremony.Account(userHandle: [1, 2, 3], wasKnown: true)
}

extension Vector.Ceremony {
    fileprivate init?(_ json: JSONValue?) {
        guard let members = json?.object?.members else { return nil }
        self.members = Dictionary(members.map { ($0.name, hex($0.value.string ?? "")) }) { _, later in later }
        challenge = self.members["challenge"] ?? []
    }
}

/// Bytes from hexadecimal digits; nothing from what isn't.
func hex(_ digits: String) -> [UInt8] {
    let digits = Array(digits.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
}
