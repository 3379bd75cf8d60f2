import Crypto
import Foundation
import IntegrityTesting
import Testing

@testable import DeviceIntegrity

@Suite("App Attest")
struct AppAttestTests {
    static let appID = "ABCDE12345.org.example.app"
    static let now = Date(timeIntervalSince1970: 1_767_225_600)
    private static let request = Array(SHA256.hash(data: Array("request".utf8)))

    private let service: PretendAppAttest
    private let rules: AppAttestRules
    private let key = P256.Signing.PrivateKey()

    init() throws {
        service = try PretendAppAttest(at: Self.now)
        rules = try AppAttestRules(appID: Self.appID, roots: service.rootPEM)
    }

    private func verify(_ object: [UInt8]) async throws -> AppAttestation {
        try await AppAttestation(
            verifying: object, keyID: PretendAppAttest.id(of: key), clientDataHash: Self.request, rules: rules, at: Self.now)
    }

    @Test("an attestation gives the key; the key's assertions count up")
    func genuine() async throws {
        let attestation = try await verify(try service.attest(key, appID: Self.appID, clientDataHash: Self.request))
        #expect(attestation.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
        for (counter, last) in [(1, 0), (2, 1), (900, 2)] as [(UInt32, UInt32)] {
            let bytes = try PretendAppAttest.assert(key, appID: Self.appID, clientDataHash: Self.request, counter: counter)
            #expect(AppAssertion.isAssertion(bytes))
            let assertion = try AppAssertion(
                verifying: bytes, clientDataHash: Self.request, key: attestation.publicKey, after: last, rules: rules)
            #expect(assertion.counter == counter)
        }
    }

    /// One field of an attestation that is wrong, and why it is refused.
    struct Falsification: Sendable, CustomTestStringConvertible {
        let code: IntegrityError.Code
        let testDescription: String
        let adjust: @Sendable (inout PretendAppAttest.Claims) -> Void

        init(_ code: IntegrityError.Code, _ name: String, _ adjust: @escaping @Sendable (inout PretendAppAttest.Claims) -> Void) {
            self.code = code
            testDescription = "\(name): \(code.rawValue)"
            self.adjust = adjust
        }
    }

    static let falsifications = [
        Falsification(.malformed, "format") { $0.format = "packed" },
        Falsification(.malformed, "no intermediate certificate") { $0.hasAuthority = false },
        Falsification(.untrustedChain, "an expired certificate") { $0.shift = -864_000 },
        Falsification(.untrustedChain, "a certificate of the future") { $0.shift = 864_000 },
        Falsification(.malformed, "no nonce in the certificate") { $0.hasNonce = false },
        Falsification(.malformed, "a nonce of another form") { $0.nonceExtension = [0x04, 0x01, 0x00] },
        Falsification(.wrongRequest, "another nonce") {
            $0.nonceExtension = [0x30, 0x24, 0xA1, 0x22, 0x04, 0x20] + [UInt8](repeating: 7, count: 32)
        },
        Falsification(.wrongRequest, "another request") { $0.clientDataHash = [UInt8](repeating: 1, count: 32) },
        Falsification(.wrongKey, "another key in the certificate") { $0.certified = P256.Signing.PrivateKey().publicKey },
        Falsification(.wrongApp, "another bundle") { $0.appID = "ABCDE12345.org.example.other" },
        Falsification(.wrongApp, "another team") { $0.appID = "ZZZZZ12345.org.example.app" },
        Falsification(.replayed, "a counter that isn't 0") { $0.counter = 1 },
        Falsification(.wrongEnvironment, "development") { $0.authenticator = Array("appattestdevelop".utf8) },
        Falsification(.wrongEnvironment, "no environment of Apple's") { $0.authenticator = [UInt8](repeating: 0, count: 16) },
        Falsification(.wrongKey, "another credential") { $0.credential = [UInt8](repeating: 2, count: 32) },
        Falsification(.wrongKey, "a shorter credential") { $0.credential.removeLast() },
        Falsification(.wrongKey, "another point") { $0.point = Array(P256.Signing.PrivateKey().publicKey.rawRepresentation) },
        Falsification(.malformed, "no attested key") { $0.flags = 0 },
    ]

    @Test("an attestation with one wrong field", arguments: falsifications)
    func falsified(_ falsification: Falsification) async throws {
        let object = try service.attest(key, appID: Self.appID, clientDataHash: Self.request, adjust: falsification.adjust)
        await #expect(throws: IntegrityError(falsification.code, "")) { try await verify(object) }
    }

    @Test("an attestation of other certificates, of which nobody is trusted")
    func otherRoot() async throws {
        let object = try PretendAppAttest(at: Self.now).attest(key, appID: Self.appID, clientDataHash: Self.request)
        await #expect(throws: IntegrityError(.untrustedChain, "")) { try await verify(object) }
    }

    @Test("every byte of an attestation counts, but those of the receipt")
    func flipped() async throws {
        let object = try service.attest(key, appID: Self.appID, clientDataHash: Self.request)
        let receipt = try #require(object.firstRange(of: Array("receipt".utf8) + [0x43, 1, 2, 3]))
        for index in stride(from: 0, to: object.count, by: 11) where !receipt.contains(index) {
            var changed = object
            changed[index] ^= 0x10
            await #expect(throws: IntegrityError.self, "byte \(index)") { try await verify(changed) }
        }
        for length in stride(from: 0, to: object.count, by: 37) {
            await #expect(throws: IntegrityError(.malformed, "")) { try await verify(Array(object.prefix(length))) }
        }
    }

    @Test("an assertion with one wrong field")
    func falsifiedAssertions() throws {
        func verify(_ assertion: [UInt8], after last: UInt32 = 4) throws {
            _ = try AppAssertion(verifying: assertion, clientDataHash: Self.request, key: key.publicKey, after: last, rules: rules)
        }
        func make(
            _ signer: P256.Signing.PrivateKey? = nil, appID: String = Self.appID, request: [UInt8] = Self.request, counter: UInt32 = 5
        ) throws -> [UInt8] {
            try PretendAppAttest.assert(signer ?? key, appID: appID, clientDataHash: request, counter: counter)
        }
        try verify(try make())
        #expect(throws: IntegrityError(.wrongSignature, "")) { try verify(try make(P256.Signing.PrivateKey())) }
        #expect(throws: IntegrityError(.wrongSignature, "")) { try verify(try make(request: [1])) }
        #expect(throws: IntegrityError(.wrongApp, "")) { try verify(try make(appID: "ABCDE12345.org.example.other")) }
        for counter in [0, 3, 4] as [UInt32] {
            #expect(throws: IntegrityError(.replayed, "")) { try verify(try make(counter: counter)) }
        }
        for bytes in [[], [0xA0], [0x01], Array(try make().dropLast())] {
            #expect(throws: IntegrityError(.malformed, "")) { try verify(bytes) }
        }
    }
}
