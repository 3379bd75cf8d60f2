import Crypto
import DeviceFoundation
import Foundation
import IntegrityTesting
import Primitives
import Synchronization

/// A device's App Attest, whose maker is a ``PretendAppAttest``.
final class SoftwareAppAttest: AppAttestService {
    private struct State {
        var keys: [String: P256.Signing.PrivateKey] = [:]
        var counter: UInt32 = 0
        var calls: [String] = []
        var failure: AppAttestError.Code?
    }

    private let maker: PretendAppAttest
    private let appID: String
    private let environment: String
    private let state = Mutex(State())
    let isSupported: Bool

    init(_ maker: PretendAppAttest, appID: String, environment: String = "appattest\0\0\0\0\0\0\0", isSupported: Bool = true) {
        self.maker = maker
        self.appID = appID
        self.environment = environment
        self.isSupported = isSupported
    }

    /// What it was asked for, in order.
    var calls: [String] { state.withLock { $0.calls } }

    /// Forgets its keys, as a device does that was restored.
    func restore() { state.withLock { $0.keys = [:] } }

    /// Has each call fail from now on.
    func fail(_ code: AppAttestError.Code?) { state.withLock { $0.failure = code } }

    func generateKey() async throws(AppAttestError) -> String {
        try note("generate")
        let key = P256.Signing.PrivateKey()
        let id = Data(PretendAppAttest.id(of: key)).base64EncodedString()
        state.withLock { $0.keys[id] = key }
        return id
    }

    func attest(_ key: String, hash: [UInt8]) async throws(AppAttestError) -> [UInt8] {
        try note("attest")
        let known = try found(key)
        return try made {
            try maker.attest(known, appID: appID, clientDataHash: hash) { [environment] in $0.authenticator = Array(environment.utf8) }
        }
    }

    func assert(_ key: String, hash: [UInt8]) async throws(AppAttestError) -> [UInt8] {
        try note("assert")
        let known = try found(key)
        let counter = state.withLock { state in
            state.counter += 1
            return state.counter
        }
        return try made { try PretendAppAttest.assert(known, appID: appID, clientDataHash: hash, counter: counter) }
    }

    private func note(_ call: String) throws(AppAttestError) {
        let failure = state.withLock { state in
            state.calls.append(call)
            return state.failure
        }
        if let failure { throw AppAttestError(failure, "the test's") }
    }

    private func found(_ id: String) throws(AppAttestError) -> P256.Signing.PrivateKey {
        guard let key = state.withLock({ $0.keys[id] }) else { throw AppAttestError(.key, "there is no such key") }
        return key
    }

    private func made(_ make: () throws -> [UInt8]) throws(AppAttestError) -> [UInt8] {
        do { return try make() } catch { throw AppAttestError(.system, "\(error)", underlying: error) }
    }
}
