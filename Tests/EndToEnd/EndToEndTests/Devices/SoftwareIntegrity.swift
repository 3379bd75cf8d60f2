import Crypto
import DeviceMessages
import Foundation
import IntegrityTesting
import MFA
import Primitives

/// A phone's App Attest: the first evidence attests a key, the following are signed with it.
actor SoftwareAppAttest: IntegrityProvider {
    private let service: PretendAppAttest
    private let appID: String
    private let environment: String
    private var key: P256.Signing.PrivateKey?
    private var counter: UInt32 = 0
    /// What it was asked for, in order.
    private(set) var made: [String] = []

    init(_ service: PretendAppAttest, appID: String, environment: String = "appattest\0\0\0\0\0\0\0") {
        self.service = service
        self.appID = appID
        self.environment = environment
    }

    func evidence(for request: [UInt8], nonce: String) async throws -> IntegrityEvidence {
        if let key {
            counter += 1
            made.append("assertion")
            let token = try PretendAppAttest.assert(key, appID: appID, clientDataHash: request, counter: counter)
            return evidence(token, key, nonce)
        }
        let key = P256.Signing.PrivateKey()
        self.key = key
        counter = 0
        made.append("attestation")
        let token = try service.attest(key, appID: appID, clientDataHash: request) { [environment] claims in
            claims.authenticator = Array(environment.utf8)
        }
        return evidence(token, key, nonce)
    }

    func renew() async { key = nil }

    private func evidence(_ token: [UInt8], _ key: P256.Signing.PrivateKey, _ nonce: String) -> IntegrityEvidence {
        IntegrityEvidence(
            .apple, token: Base64URL.encode(token), nonce: nonce, key: Base64URL.encode(PretendAppAttest.id(of: key)))
    }
}

/// A phone's Play Integrity, whose verdict a test may spoil.
struct SoftwarePlayIntegrity: IntegrityProvider {
    let service: PretendPlayIntegrity
    let time: any TimeSource
    var spoil: @Sendable (inout JSONObject) -> Void = { _ in }

    func evidence(for request: [UInt8], nonce: String) async throws -> IntegrityEvidence {
        var verdict = PretendPlayIntegrity.verdict(package: "org.example.android", request: request, at: time.now)
        spoil(&verdict)
        return IntegrityEvidence(.google, token: try service.token(verdict), nonce: nonce)
    }

    func renew() async {}
}
