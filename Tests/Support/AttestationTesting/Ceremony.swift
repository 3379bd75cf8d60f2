import CBOR
package import Foundation
import Primitives
package import WebAuthn

/// A registration and an authentication that are right in everything, so that a test can make one thing wrong.
package struct Ceremony: Sendable {
    package static let origin = "https://login.example.com"
    /// A day of 2026.
    package static let now = Date(timeIntervalSince1970: 1_780_000_000)
    package static let handle: [UInt8] = Array("user-1".utf8)

    package var model = AuthenticatorModel()
    package var key: SoftwareCredentialKey
    package var id: [UInt8] = Array(repeating: 7, count: 32)
    package var challenge: [UInt8] = Array(1...32)
    package var record: CredentialRecord

    package init(_ algorithm: COSEAlgorithm = .es256, seed: UInt64 = 1) throws {
        key = try SoftwareCredentialKey(algorithm, random: SeededRandom(seed: seed))
        record = CredentialRecord(id: id, publicKey: key.publicKey, signCount: 4, isVerified: true)
    }

    package var party: RelyingParty { RelyingParty(id: "example.com", origins: [.exactly(Self.origin)]) }

    package var creationOptions: CreationOptions {
        CreationOptions(
            relyingPartyID: "example.com", relyingPartyName: "Example",
            user: .init(id: Self.handle, name: "demo", displayName: "Demo"), challenge: challenge, userVerification: .required,
            attestation: .direct, extensions: ["credProps": true])
    }

    package var requestOptions: RequestOptions {
        RequestOptions(
            challenge: challenge, relyingPartyID: "example.com", allowed: [CredentialDescriptor(id: id)], userVerification: .required)
    }

    package var registering: RegistrationCeremony {
        RegistrationCeremony(
            relyingParty: party, challenge: challenge, userVerification: .required, attestation: AttestationPolicy(acceptsSelf: true))
    }

    package var authenticating: AuthenticationCeremony {
        AuthenticationCeremony(relyingParty: party, challenge: challenge, userVerification: .required, allowed: [id])
    }

    package var account: AuthenticationCeremony.Account { .init(userHandle: Self.handle, wasKnown: true) }

    /// A registration in which the parts can be changed before they are signed.
    package func register(
        type: ClientData.Ceremony = .create, challenge: [UInt8]? = nil, origin: String = Self.origin, crossOrigin: Bool = false,
        topOrigin: String? = nil, party: String = "example.com", flags: AuthenticatorFlags = [.userPresent, .userVerified],
        statedAlgorithm: COSEAlgorithm? = nil, signer: SoftwareCredentialKey? = nil, format: String = "packed", id: [UInt8]? = nil
    ) throws -> RegistrationResponse {
        let client = ClientData(
            type, challenge: challenge ?? self.challenge, origin: origin, crossOrigin: crossOrigin, topOrigin: topOrigin)
        let data = AuthenticatorData(
            relyingPartyID: party, flags: flags, signCount: 0,
            credential: try AttestedCredential(aaguid: Array(repeating: 0, count: 16), id: self.id, publicKey: key.publicKey))
        let signature = try (signer ?? key).signature(over: data.bytes + client.hash)
        let statement: CBORValue = [
            "alg": .integer((statedAlgorithm ?? key.publicKey.algorithm).rawValue), "sig": .bytes(signature),
        ]
        let object = AttestationObject(format: format, statement: statement, authenticatorData: data)
        return RegistrationResponse(id: id ?? self.id, clientDataJSON: client.bytes, attestationObject: object.encoded)
    }

    /// An assertion in which the parts can be changed before they are signed.
    package func assert(
        type: ClientData.Ceremony = .get, challenge: [UInt8]? = nil, origin: String = Self.origin, crossOrigin: Bool = false,
        topOrigin: String? = nil, party: String = "example.com", flags: AuthenticatorFlags = [.userPresent, .userVerified],
        signCount: UInt32 = 5, signer: SoftwareCredentialKey? = nil, id: [UInt8]? = nil, userHandle: [UInt8]? = Self.handle
    ) throws -> AuthenticationResponse {
        let client = ClientData(
            type, challenge: challenge ?? self.challenge, origin: origin, crossOrigin: crossOrigin, topOrigin: topOrigin)
        let data = AuthenticatorData(relyingPartyID: party, flags: flags, signCount: signCount)
        return AuthenticationResponse(
            id: id ?? self.id, clientDataJSON: client.bytes, authenticatorData: data.bytes,
            signature: try (signer ?? key).signature(over: data.bytes + client.hash), userHandle: userHandle)
    }
}

extension RegistrationCeremony {
    /// Why a registration is refused; nil when it holds.
    package func refusal(of response: RegistrationResponse, at now: Date = Ceremony.now) async -> WebAuthnError.Code? {
        do {
            _ = try await verify(response, at: now)
            return nil
        } catch { return error.code }
    }
}
