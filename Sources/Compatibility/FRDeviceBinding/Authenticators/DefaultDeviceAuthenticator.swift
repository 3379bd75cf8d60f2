import CallbackBridge
import DeviceBinding
import DeviceBindingMessages
import DeviceFoundation
public import FRCore
import FRAuth
public import Foundation
import JOSE
import Primitives

#if canImport(Security)
public import Security
#endif

/// The authenticator beneath those of the module: keys of its ``type()``, each guarded as that says. An app's class changes what it overrides,
/// and leaves the rest as it is.
open class DefaultDeviceAuthenticator: DeviceAuthenticator {
    private var userID = ""
    private var prompt = Prompt(title: "", subtitle: "", description: "")
    /// The name of the next key: the id that the server will know it by.
    var nextName: String?
    private var made: (alias: String, key: UnlockedKey)?

    /// Makes one, which has no settings.
    public init() {}

    open func type() -> DeviceBindingAuthenticationType { .none }

    /// The guard of the keys.
    func keyGuard(of binding: DeviceBinding) -> any KeyGuard { binding.keyGuard(for: type().modern) }

    open func initialize(userId: String, prompt: Prompt) {
        initialize(userId: userId)
        setPrompt(prompt)
    }

    open func initialize(userId: String) { userID = userId }

    open func setPrompt(_ prompt: Prompt) { self.prompt = prompt }

    open func isSupported() -> Bool {
        guard let binding = try? BindingEnvironment.binding() else { return false }
        let keyGuard = keyGuard(of: binding)
        return Bridge.wait { await keyGuard.isSupported }
    }

    #if canImport(Security)
    /// The access control of the keys of this type. It is the type's: an app that wants another one makes its own keys.
    public func accessControl() -> SecAccessControl? {
        let access: KeyAccess? =
            switch type() {
            case .biometricOnly: .enrolledBiometrics
            case .biometricAllowFallback: .userPresence
            case .none: .afterFirstUnlock
            case .applicationPin: nil
            }
        return try? access?.control()
    }
    #endif

    open func generateKeys() throws -> KeyPair {
        let (keyGuard, name, prompt) = (keyGuard(of: try BindingEnvironment.binding()), nextName ?? UUID().uuidString, prompt.modern)
        let key = try Self.translating { try await keyGuard.make(name, prompt: prompt) }
        (made, nextName) = ((name, key), nil)
        return KeyPair(publicKey: key.publicKey?.point ?? Data(), keyAlias: name)
    }

    open func sign(keyPair: KeyPair, kid: String, userId: String, challenge: String, expiration: Date) throws -> String {
        guard let made, made.alias == keyPair.keyAlias else { throw DeviceBindingStatus.unRegister }
        let platform: JSONObject = ["platform": .string(try StartedSDK.parts().device.platform)]
        return try write(with: made.key, kid, userId, challenge, expiration, claims: platform, isBinding: true)
    }

    open func sign(userKey: UserKey, challenge: String, expiration: Date, customClaims: [String: Any]) throws -> String {
        guard let claims = JSONValue(plain: customClaims)?.object else { throw DeviceBindingStatus.invalidCustomClaims }
        let (keyGuard, name, prompt) = (keyGuard(of: try BindingEnvironment.binding()), userKey.kid, prompt.modern)
        let key = try Self.translating { try await keyGuard.unlock(name, prompt: prompt) }
        return try write(with: key, userKey.kid, userKey.userId, challenge, expiration, claims: claims, isBinding: false)
    }

    open func deleteKeys() {
        guard let binding = try? BindingEnvironment.binding() else { return }
        let (keyGuard, user, made) = (keyGuard(of: binding), userID, made?.alias)
        self.made = nil
        Bridge.wait {
            let bound = ((try? await binding.keys()) ?? []).filter { $0.userID == user }.map(\.keyID)
            for name in made.map({ [$0] }) ?? bound { try? await keyGuard.remove(name) }
        }
    }

    open func issueTime() -> Date { BindingEnvironment.now }

    open func notBeforeTime() -> Date { BindingEnvironment.now }

    open func validateCustomClaims(_ customClaims: [String: Any]) -> Bool {
        !customClaims.keys.contains(where: BoundStatement.reservedClaims.contains)
    }

    open func biometricDomainState() -> Data? { nil }

    private func write(
        with key: UnlockedKey, _ kid: String, _ userID: String, _ challenge: String, _ expiration: Date, claims: JSONObject,
        isBinding: Bool
    ) throws -> String {
        let request = SigningRequest(
            application: try BindingEnvironment.binding().application, subject: userID, challenge: challenge, keyID: kid,
            issuedAt: issueTime(), notBefore: notBeforeTime(), expires: expiration, claims: claims, isBinding: isBinding)
        return try Self.translating { try await key.sign(request) }
    }

    /// Waits for work of the modern module, whose errors have other names here.
    private static func translating<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) throws -> Result {
        do { return try Bridge.wait(for: work) } catch let error as DeviceBindingError { throw DeviceBindingStatus(error) }
    }
}

extension JWK {
    /// A key of P-256 in its uncompressed form; nil for others.
    fileprivate var point: Data? {
        guard case .ec(let key) = material, key.curve == .p256 else { return nil }
        return Data([4] + key.x + key.y)
    }
}
