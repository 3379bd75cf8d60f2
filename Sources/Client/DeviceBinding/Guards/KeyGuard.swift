import DeviceBindingMessages
public import DeviceFoundation
public import JOSE
public import JourneyMessages

/// Keeps keys of one kind, and lets them sign once their user has shown that it is them.
public protocol KeyGuard: Sendable {
    /// Whether this device has what it takes.
    var isSupported: Bool { get async }
    /// The biometrics by which these keys are guarded: a key that was bound with others is deleted before it signs. `.unknown` where they
    /// are guarded by something else, or where the device doesn't tell.
    var enrollment: BiometricEnrollment { get async }
    /// Makes a key of a new name, for a user who is there.
    /// - Throws: ``DeviceBindingError`` `.abort`, `.unauthorized`, `.unsupported`, `.storage`.
    func make(_ name: String, prompt: DevicePrompt) async throws(DeviceBindingError) -> UnlockedKey
    /// Lets a key sign.
    /// - Throws: as ``make(_:prompt:)``, and `.unregistered` when there is no such key.
    func unlock(_ name: String, prompt: DevicePrompt) async throws(DeviceBindingError) -> UnlockedKey
    /// Whether there is such a key.
    func has(_ name: String) async throws(DeviceBindingError) -> Bool
    /// Removes a key; removing none is no error.
    func remove(_ name: String) async throws(DeviceBindingError)
}

/// A key that its user has unlocked, for one statement or two.
public struct UnlockedKey: Sendable {
    /// The public half; nil where the key writes its statements itself.
    public let publicKey: JWK?
    /// The algorithm with which it signs.
    public let algorithm: SignatureAlgorithm
    /// Writes the statement that is asked for, and signs it: a compact JWS.
    public let sign: @Sendable (SigningRequest) async throws(DeviceBindingError) -> String

    /// A key that writes its statements itself.
    /// - Parameter algorithm: ES256 unless said otherwise.
    public init(
        algorithm: SignatureAlgorithm = .es256,
        writing sign: @escaping @Sendable (SigningRequest) async throws(DeviceBindingError) -> String
    ) {
        publicKey = nil
        self.algorithm = algorithm
        self.sign = sign
    }

    /// A key that signs bytes; of an EC key, the signature is r and s (RFC 7518 §3.4).
    /// - Parameter algorithm: ES256 unless said otherwise.
    public init(
        _ publicKey: JWK, algorithm: SignatureAlgorithm = .es256,
        sign: @escaping @Sendable ([UInt8]) async throws(DeviceBindingError) -> [UInt8]
    ) {
        self.publicKey = publicKey
        self.algorithm = algorithm
        self.sign = { request throws(DeviceBindingError) in
            let draft = try request.draft(algorithm, embedding: publicKey)
            return draft.text(signature: try await sign(draft.signingInput))
        }
    }
}

extension UnlockedKey {
    /// A key pair in memory.
    init(_ pair: JWK) throws(DeviceBindingError) {
        guard let key = pair.publicKey, let signer = try? SigningKey(pair) else {
            throw DeviceBindingError(.storage, "what is kept is no key")
        }
        self.init(key, algorithm: signer.algorithm) { bytes throws(DeviceBindingError) in
            do throws(JWSError) { return try signer.sign(bytes) } catch {
                throw DeviceBindingError(.abort, "the key could not sign", underlying: error)
            }
        }
    }
}

/// The guards of the keys of each kind, of one algorithm.
struct KeyGuards: Sendable {
    let none, biometricOnly, biometricAllowFallback: any KeyGuard
    let applicationPIN: PINKeyGuard

    subscript(authentication: DeviceBindingQuestion.Authentication) -> any KeyGuard {
        switch authentication {
        case .none: none
        case .biometricOnly: biometricOnly
        case .biometricAllowFallback: biometricAllowFallback
        case .applicationPIN: applicationPIN
        }
    }
}
