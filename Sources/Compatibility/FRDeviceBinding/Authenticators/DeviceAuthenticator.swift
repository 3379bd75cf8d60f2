import DeviceBindingMessages
public import FRCore
public import Foundation
import Primitives

#if canImport(Security)
public import Security
#endif

/// Makes a user's key, asks the user, and signs with it ("Custom authentication UI"). An app's own class may be one of its own, or change
/// parts of ``DefaultDeviceAuthenticator`` and the classes beneath.
///
/// The calls come one after another, on a thread that they may block: ``initialize(userId:prompt:)`` first, then ``isSupported()``, then those
/// that make a key or sign. What they throw ends the callback with that ``DeviceBindingStatus``; any other error with
/// ``DeviceBindingStatus/abort``.
public protocol DeviceAuthenticator {
    /// Makes a key pair, and keeps it.
    func generateKeys() throws -> KeyPair
    /// Binds a key that was just made: the statement about it as a compact JWS, with its public half in the header.
    /// - Parameters:
    ///   - kid: the key's id for the server.
    ///   - userId: the user, as the server names them.
    ///   - challenge: the server's challenge in standard Base64.
    ///   - expiration: the time until which the statement holds.
    func sign(keyPair: KeyPair, kid: String, userId: String, challenge: String, expiration: Date) throws -> String
    /// Signs with a bound key, once the user was asked: the statement as a compact JWS.
    /// - Parameters:
    ///   - challenge: the server's challenge in standard Base64.
    ///   - expiration: the time until which the statement holds.
    ///   - customClaims: further claims for the server's scripts.
    func sign(userKey: UserKey, challenge: String, expiration: Date, customClaims: [String: Any]) throws -> String
    /// Whether this device has what it takes; if not, the callback ends as ``DeviceBindingStatus/unsupported(errorMessage:)``.
    func isSupported() -> Bool
    #if canImport(Security)
    /// The access control of the keys that ``generateKeys()`` makes, for callers who want to know; nil for none.
    func accessControl() -> SecAccessControl?
    #endif
    /// Takes the texts that the user is shown.
    func setPrompt(_ prompt: Prompt)
    /// The type of the authenticator.
    func type() -> DeviceBindingAuthenticationType
    /// Takes the user, as the server names them, and the texts that they are shown.
    func initialize(userId: String, prompt: Prompt)
    /// Takes the user, as the server names them.
    func initialize(userId: String)
    /// Deletes the user's keys, when they couldn't be bound or the enrolled biometrics have changed.
    func deleteKeys()
    /// The time at which a statement is issued, `iat`; now by default.
    func issueTime() -> Date
    /// The time from which a statement holds, `nbf`; now by default.
    func notBeforeTime() -> Date
    /// Whether an app's claims may be signed; by default those may that have no name of the protocol's.
    func validateCustomClaims(_ customClaims: [String: Any]) -> Bool
    /// A value that changes with the biometrics that are enrolled; empty when none are, nil where they guard no keys or the device doesn't tell.
    /// With another value than at the time of binding, the key is deleted and the callback ends as ``DeviceBindingStatus/unRegister``.
    func biometricDomainState() -> Data?
}

extension DeviceAuthenticator {
    public func initialize(userId: String, prompt: Prompt) {
        initialize(userId: userId)
        setPrompt(prompt)
    }

    public func issueTime() -> Date { BindingEnvironment.now }
    public func notBeforeTime() -> Date { BindingEnvironment.now }

    public func validateCustomClaims(_ customClaims: [String: Any]) -> Bool {
        !customClaims.keys.contains(where: BoundStatement.reservedClaims.contains)
    }

    public func biometricDomainState() -> Data? { nil }
}
