import CallbackBridge
import DeviceBinding
import DeviceFoundation
import FRCore
import Foundation
import JourneyMessages
import Primitives

/// A documented authenticator as the modern module asks it, for one callback.
struct AuthenticatorGuard: KeyGuard {
    private let authenticator: Handoff<any DeviceAuthenticator>
    private let userID: String
    private let prompt: Prompt
    private let key: UserKey?
    private let claims: Handoff<[String: Any]>

    /// - Parameters:
    ///   - key: the key that signs; nil where one is bound.
    ///   - claims: the app's own claims where a key signs.
    init(
        _ authenticator: any DeviceAuthenticator, userID: String, prompt: Prompt, key: BoundKey? = nil, claims: [String: Any] = [:]
    ) {
        self.authenticator = Handoff(authenticator)
        self.userID = userID
        self.prompt = prompt
        self.key = key.map(UserKey.init)
        self.claims = Handoff(claims)
    }

    /// The first that is asked of a guard: the authenticator learns for whom it is.
    var isSupported: Bool {
        get async {
            let (userID, prompt) = (userID, prompt)
            let isSupported = try? await ask { authenticator in
                authenticator.initialize(userId: userID, prompt: prompt)
                return authenticator.isSupported()
            }
            return isSupported ?? false
        }
    }

    var enrollment: BiometricEnrollment {
        get async {
            guard let state = try? await ask({ $0.biometricDomainState() }) else { return .unknown }
            return state.isEmpty ? .absent : .enrolled(Array(state))
        }
    }

    func make(_ name: String, prompt: DevicePrompt) async throws(DeviceBindingError) -> UnlockedKey {
        let pair = try await ask { authenticator in
            (authenticator as? DefaultDeviceAuthenticator)?.nextName = name
            return Handoff(try authenticator.generateKeys())
        }
        return UnlockedKey { request throws(DeviceBindingError) in
            try await ask {
                try $0.sign(
                    keyPair: pair.value, kid: request.keyID, userId: request.subject, challenge: request.challenge,
                    expiration: request.expires)
            }
        }
    }

    func unlock(_ name: String, prompt: DevicePrompt) async throws(DeviceBindingError) -> UnlockedKey {
        guard let key else { throw DeviceBindingError(.unregistered, "no key was bound yet") }
        let claims = claims
        guard try await ask({ $0.validateCustomClaims(claims.value) }) else {
            throw DeviceBindingError(.invalidClaims, "the authenticator refuses the claims")
        }
        return UnlockedKey { request throws(DeviceBindingError) in
            try await ask {
                try $0.sign(userKey: key, challenge: request.challenge, expiration: request.expires, customClaims: claims.value)
            }
        }
    }

    /// Authenticators have no such question: that a key is gone shows when it is to sign.
    func has(_ name: String) async throws(DeviceBindingError) -> Bool { true }

    func remove(_ name: String) async throws(DeviceBindingError) { try await ask { $0.deleteKeys() } }

    private func ask<Answer: Sendable>(
        _ question: @escaping (any DeviceAuthenticator) throws -> Answer
    ) async throws(DeviceBindingError) -> Answer {
        do { return try await Bridge.blocking { [authenticator] in try question(authenticator.value) } } catch {
            if let status = error as? DeviceBindingStatus { throw status.modern }
            throw DeviceBindingError(.abort, "the authenticator failed: \(error)", underlying: error)
        }
    }
}
