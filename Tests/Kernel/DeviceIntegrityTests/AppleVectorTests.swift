import CBOR
import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

@testable import DeviceIntegrity

/// The example of Apple's "Attestation object validation guide", without its receipt, which isn't looked at.
@Suite("Apple's published attestation")
struct AppleVectorTests {
    private let appID = "0352187391.com.apple.example_app_attest"
    private let challenge = Array("test_server_challenge".utf8)
    private let keyID = Self.bytes("bSrEhF8TIzIvWSPwvZ0i2+UOBre4ASH84rK15m6emNY=")
    /// Within the three days of the certificate.
    private let day = Date(timeIntervalSince1970: 1_713_398_400)

    private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

    private var object: [UInt8] {
        let object: CBORValue = [
            "fmt": "apple-appattest", "attStmt": ["x5c": [.bytes(Self.bytes(Self.leaf)), .bytes(Self.bytes(Self.intermediate))]],
            "authData": .bytes(Self.bytes(Self.authenticatorData)),
        ]
        return object.encoded
    }

    private func verify(
        keyID: [UInt8]? = nil, challenge: [UInt8]? = nil, appID: String? = nil,
        environments: Set<AppAttestRules.Environment> = [.production], at moment: Date? = nil
    ) async throws -> AppAttestation {
        try await AppAttestation(
            verifying: object, keyID: keyID ?? self.keyID, clientDataHash: challenge ?? self.challenge,
            rules: AppAttestRules(appID: appID ?? self.appID, environments: environments), at: moment ?? day)
    }

    @Test("verifies by Apple's root, and gives the key")
    func verifies() async throws {
        let attestation = try await verify()
        #expect(attestation.environment == .production && attestation.keyID == keyID)
        #expect(Array(SHA256.hash(data: attestation.publicKey.x963Representation)) == keyID)
    }

    @Test("not for another challenge, key, app, environment or time")
    func refused() async throws {
        await #expect(throws: IntegrityError(.wrongRequest, "")) { try await verify(challenge: Array("other".utf8)) }
        await #expect(throws: IntegrityError(.wrongKey, "")) { try await verify(keyID: Array(keyID.reversed())) }
        await #expect(throws: IntegrityError(.wrongApp, "")) { try await verify(appID: "0352187391.com.apple.other") }
        await #expect(throws: IntegrityError(.wrongEnvironment, "")) { try await verify(environments: [.development]) }
        await #expect(throws: IntegrityError(.untrustedChain, "")) { try await verify(at: day.addingTimeInterval(864_000)) }
        for roots in ["", "none"] {
            #expect(throws: IntegrityError(.malformed, "")) { try AppAttestRules(appID: appID, roots: roots) }
        }
    }

    @Test("the root in the code has signed itself, and has the name that Apple's has")
    func root() throws {
        let rules = try AppAttestRules(appID: appID)
        let root = try #require(rules.roots.first)
        #expect(rules.roots.count == 1 && root.publicKey.isValidSignature(root.signature, for: root))
        #expect(root.subject.description.contains("Apple App Attestation Root CA"))
    }

    private static let leaf = """
        MIIDsjCCAzmgAwIBAgIGAY7x/U1KMAoGCCqGSM49BAMCME8xIzAhBgNVBAMMGkFwcGxlIEFwcCBBdHRlc3RhdGlvbiBDQSAxMRMwEQYDVQQKDApBcHBsZSBJbmMuMRMw\
        EQYDVQQIDApDYWxpZm9ybmlhMB4XDTI0MDQxNzE2MTQ1M1oXDTI0MDQyMDE2MTQ1M1owgZExSTBHBgNVBAMMQDZkMmFjNDg0NWYxMzIzMzIyZjU5MjNmMGJkOWQyMmRi\
        ZTUwZTA2YjdiODAxMjFmY2UyYjJiNWU2NmU5ZTk4ZDYxGjAYBgNVBAsMEUFBQSBDZXJ0aWZpY2F0aW9uMRMwEQYDVQQKDApBcHBsZSBJbmMuMRMwEQYDVQQIDApDYWxp\
        Zm9ybmlhMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEjC4Mq2+SI5cOf1q26S/XpNbWIaYOVIZEvxl2TvHvhTYR9sK2u1Oyu6LTRoGX5L6rLDbKwOTiT0HzUTLJR15c\
        JKOCAbwwggG4MAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgTwMIGIBgkqhkiG92NkCAUEezB5pAMCAQq/iTADAgEBv4kxAwIBAL+JMgMCAQG/iTMDAgEBv4k0KQQn\
        MDM1MjE4NzM5MS5jb20uYXBwbGUuZXhhbXBsZV9hcHBfYXR0ZXN0pQYEBHNrcyC/iTYDAgEFv4k3AwIBAL+JOQMCAQC/iToDAgEAv4k7AwIBADCB1wYJKoZIhvdjZAgH\
        BIHJMIHGv4p4BgQEMTguML+IUAcCBQD/////v4p7CQQHMjJBMjQ0Yr+KfAYEBDE4LjC/in0GBAQxOC4wv4p+AwIBAL+KfwMCAQC/iwADAgEAv4sBAwIBAL+LAgMCAQC/\
        iwMDAgEAv4sEAwIBAb+LBQMCAQC/iwoQBA4yMi4xLjI0NC4wLjIsML+LCxAEDjIyLjEuMjQ0LjAuMiwwv4sMEAQOMjIuMS4yNDQuMC4yLDC/iAIKBAhpcGhvbmVvc7+I\
        BQoECEludGVybmFsMDMGCSqGSIb3Y2QIAgQmMCShIgQg+20WKnF+yrF3iQBQb6lNZ+4MHcPUWxLN3oG+/Fblt+swCgYIKoZIzj0EAwIDZwAwZAIwIk4vHloC64CyG7xk\
        6mEC2wNk4hFv+CryBxCTirG4ZOdRgu0CrvFuj3zQEmtLDUe2AjACi2YebCyyzhd8AwH1hvLgIrpmMj2AJiy0is9Z5OLDYkz9BNUX0IBWGJlewqdr2iU=
        """

    private static let intermediate = """
        MIICQzCCAcigAwIBAgIQCbrF4bxAGtnUU5W8OBoIVDAKBggqhkjOPQQDAzBSMSYwJAYDVQQDDB1BcHBsZSBBcHAgQXR0ZXN0YXRpb24gUm9vdCBDQTETMBEGA1UECgwK\
        QXBwbGUgSW5jLjETMBEGA1UECAwKQ2FsaWZvcm5pYTAeFw0yMDAzMTgxODM5NTVaFw0zMDAzMTMwMDAwMDBaME8xIzAhBgNVBAMMGkFwcGxlIEFwcCBBdHRlc3RhdGlv\
        biBDQSAxMRMwEQYDVQQKDApBcHBsZSBJbmMuMRMwEQYDVQQIDApDYWxpZm9ybmlhMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAErls3oHdNebI1j0Dn0fImJvHCX+8XgC3q\
        s4JqWYdP+NKtFSV4mqJmBBkSSLY8uWcGnpjTY71eNw+/oI4ynoBzqYXndG6jWaL2bynbMq9FXiEWWNVnr54mfrJhTcIaZs6Zo2YwZDASBgNVHRMBAf8ECDAGAQH/AgEA\
        MB8GA1UdIwQYMBaAFKyREFMzvb5oQf+nDKnl+url5YqhMB0GA1UdDgQWBBQ+410cBBmpybQx+IR01uHhV3LjmzAOBgNVHQ8BAf8EBAMCAQYwCgYIKoZIzj0EAwMDaQAw\
        ZgIxALu+iI1zjQUCz7z9Zm0JV1A1vNaHLD+EMEkmKe3R+RToeZkcmui1rvjTqFQz97YNBgIxAKs47dDMge0ApFLDukT5k2NlU/7MKX8utN+fXr5aSsq2mVxLgg35BDhv\
        eAe7WJQ5tw==
        """

    private static let authenticatorData = """
        FVhAM8lQuf6dUUziohGjJtcaprEBSrTG+i+9qdmqGKZAAAAAAGFwcGF0dGVzdAAAAAAAAAAAIG0qxIRfEyMyL1kj8L2dItvlDga3uAEh/OKyteZunpjWpQECAyYgASFY\
        IIwuDKtvkiOXDn9atukv16TW1iGmDlSGRL8Zdk7x74U2IlggEfbCtrtTsrui00aBl+S+qyw2ysDk4k9B81EyyUdeXCQ=
        """
}
