import AuthenticatorMessages
import Authenticator
import CallbackBridge
public import Foundation
import Primitives

/// Brings the mechanism that was made.
public typealias MechanismCallback = (_ mechanism: Mechanism) -> Void
/// Brings an error.
public typealias ErrorCallback = (_ error: any Error) -> Void
/// Says that it was done.
public typealias SuccessCallback = () -> Void
/// Brings an account.
public typealias AccountCallback = (_ account: Account) -> Void
/// Brings accounts.
public typealias AccountsCallback = (_ accounts: [Account]) -> Void

/// The accounts of an authenticator app.
public final class FRAClient: NSObject, Sendable {
    let authenticator: Authenticator

    private init(_ authenticator: Authenticator) { self.authenticator = authenticator }

    /// The instance; nil until ``start()``, and after it when what is stored can't be read.
    public static var shared: FRAClient? { Runtime.state.withLock { $0.client } }

    /// Starts the SDK.
    public static func start() {
        guard shared == nil else { return }
        let authenticator: Authenticator
        do { authenticator = try Runtime.open() } catch { return FRALog.e("what is stored can't be read: \(error)") }
        Runtime.state.withLock { $0.client = $0.client ?? FRAClient(authenticator) }
        // Servers that don't know the device's token yet; a failure leaves them for the next start.
        Task { try? await authenticator.refreshPushDevice() }
    }

    /// Keeps everything in a store of the app's.
    /// - Throws: ``FRAError/invalidStateForChangingStorage`` once the SDK has started.
    public static func setStorage(storage: any StorageClient) throws {
        guard shared == nil else { throw FRAError.invalidStateForChangingStorage }
        Runtime.state.withLock { $0.storage = Handoff(storage) }
    }

    /// Evaluates policies in the app's way.
    /// - Throws: ``FRAError/invalidStateForChangingPolicyEvaluator`` once the SDK has started.
    public static func setPolicyEvaluator(policyEvaluator: FRAPolicyEvaluator) throws {
        guard shared == nil else { throw FRAError.invalidStateForChangingPolicyEvaluator }
        Runtime.state.withLock { $0.evaluator = Handoff(policyEvaluator) }
    }

    // MARK: - Accounts

    /// All accounts, each with its lock as its policies are now.
    public func getAllAccounts() -> [Account] {
        let authenticator = authenticator
        return (Bridge.wait { try? await authenticator.accounts } ?? []).map(Account.init)
    }

    /// The account of a mechanism.
    public func getAccount(mechanism: Mechanism) -> Account? { getAccount(identifier: mechanism.accountIdentifier) }

    /// An account by its identifier, issuer and name with a hyphen between them.
    public func getAccount(identifier: String) -> Account? {
        let authenticator = authenticator
        return Bridge.wait { try? await authenticator.account(identifier) }.map(Account.init)
    }

    /// Stores what an account's owner calls it.
    /// - Throws: ``AccountError/accountLocked(_:)``.
    @discardableResult
    public func updateAccount(account: Account) throws -> Bool {
        guard let known = getAccount(identifier: account.identifier) else { return false }
        guard !known.lock else { throw AccountError.accountLocked(known.lockingPolicy) }
        let (authenticator, id, issuer, name) = (authenticator, account.identifier, account.displayIssuer, account.displayAccountName)
        return Bridge.wait { (try? await authenticator.rename(id, issuer: issuer, name: name)) != nil }
    }

    /// Removes an account and its mechanisms.
    @discardableResult
    public func removeAccount(account: Account) -> Bool {
        let (authenticator, id) = (authenticator, account.identifier)
        return Bridge.wait { (try? await authenticator.remove(id)) != nil }
    }

    /// Locks an account for a policy that it has.
    /// - Throws: ``AccountError``.
    @discardableResult
    public func lockAccount(account: Account, policy: any FRAPolicy) throws -> Bool {
        guard !policy.name.isEmpty else { throw AccountError.failToLockMissingPolicyName }
        guard !account.lock else { throw AccountError.failToLockAccountAlreadyLocked }
        guard account.model.policies?.all.contains(where: { $0.name == policy.name }) == true else {
            throw AccountError.failToLockInvalidPolicy
        }
        let (authenticator, id, name) = (authenticator, account.identifier, policy.name)
        do { try Bridge.wait { try await authenticator.lock(id, for: name) } } catch { throw Translation.documented(error) }
        account.model.lock = .init(policy: name, isByApp: true)
        return true
    }

    /// Unlocks an account.
    /// - Throws: ``AccountError/failToUnlockAccountNotLocked``.
    @discardableResult
    public func unlockAccount(account: Account) throws -> Bool {
        guard account.lock else { throw AccountError.failToUnlockAccountNotLocked }
        let (authenticator, id) = (authenticator, account.identifier)
        do { try Bridge.wait { try await authenticator.unlock(id) } } catch { throw Translation.documented(error) }
        account.model.lock = nil
        return true
    }

    // MARK: - Mechanisms

    /// Adds what a QR code says. Of a combined code, the one-time password is brought.
    public func createMechanismFromUri(uri: URL, onSuccess: @escaping MechanismCallback, onError: @escaping ErrorCallback) {
        guard ["otpauth", "pushauth", "mfauth"].contains(uri.scheme?.lowercased()) else { return onError(MechanismError.invalidQRCode) }
        guard ["totp", "hotp", "push"].contains(uri.host()?.lowercased()) else { return onError(MechanismError.invalidType) }
        let (authenticator, text) = (authenticator, uri.absoluteString)
        Runtime.run(
            { () -> (AuthenticatorAccount, AuthenticatorMechanism?) in
                let account = try await authenticator.add(text)
                return (account, account.mechanisms.first { $0.type == uri.host()?.lowercased() })
            },
            onSuccess: { account, mechanism in if let mechanism { onSuccess(Mechanism.of(mechanism, in: account)) } }, onError: onError)
    }

    /// The mechanism that a notification is for.
    public func getMechanism(notification: PushNotification) -> PushMechanism? {
        let (authenticator, id) = (authenticator, notification.mechanismUUID)
        guard let account = Bridge.wait(for: { try? await authenticator.account(of: id) }), let push = account.push else { return nil }
        return Mechanism.of(push, in: account) as? PushMechanism
    }

    /// Removes a mechanism.
    @discardableResult
    public func removeMechanism(mechanism: Mechanism) -> Bool {
        let (authenticator, id) = (authenticator, mechanism.mechanismUUID)
        return Bridge.wait { (try? await authenticator.removeMechanism(id)) != nil }
    }

    // MARK: - Notifications

    /// All notifications, the newest first.
    public func getAllNotifications() -> [PushNotification] {
        let authenticator = authenticator
        return (Bridge.wait { try? await authenticator.storedNotifications } ?? []).map(PushNotification.init)
    }

    /// The notifications of a mechanism, the newest first.
    public func getAllNotifications(mechanism: PushMechanism) -> [PushNotification] {
        getAllNotifications().filter { $0.mechanismUUID == mechanism.mechanismUUID }
    }

    /// A notification by its identifier.
    public func getNotification(identifier: String) -> PushNotification? {
        let authenticator = authenticator
        return Bridge.wait { try? await authenticator.notification(identifier) }.map(PushNotification.init)
    }

    /// Removes a notification.
    @discardableResult
    public func removeNotification(notification: PushNotification) -> Bool {
        let (authenticator, id) = (authenticator, notification.identifier)
        return Bridge.wait { (try? await authenticator.remove(notification: id)) != nil }
    }
}
