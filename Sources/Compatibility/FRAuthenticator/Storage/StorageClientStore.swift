import Authenticator
import AuthenticatorMessages
import CallbackBridge
import Primitives

/// Keeps accounts in a store of the app's, account by account and mechanism by mechanism.
struct StorageClientStore: AccountStore {
    private let storage: Handoff<any StorageClient>

    init(_ storage: Handoff<any StorageClient>) { self.storage = storage }

    func accounts() throws(AuthenticatorError) -> [AuthenticatorAccount] { storage.value.getAllAccounts().map(whole) }

    func account(_ id: AuthenticatorAccount.ID) throws(AuthenticatorError) -> AuthenticatorAccount? {
        storage.value.getAccount(accountIdentifier: id).map(whole)
    }

    /// Mechanisms go before their account, so that a crash leaves none of them where there is no account that others see.
    func save(_ account: AuthenticatorAccount) throws(AuthenticatorError) {
        let known = storage.value.getAccount(accountIdentifier: account.id).map(whole)?.mechanisms ?? []
        for mechanism in account.mechanisms where !known.contains(mechanism) {
            try check(storage.value.setMechanism(mechanism: Mechanism.of(mechanism, in: account)))
        }
        for mechanism in known where !account.mechanisms.contains(where: { $0.id == mechanism.id }) {
            try check(storage.value.removeMechanism(mechanism: Mechanism.of(mechanism, in: account)))
        }
        try check(storage.value.setAccount(account: Account(account)))
    }

    func removeAccount(_ id: AuthenticatorAccount.ID) throws(AuthenticatorError) {
        guard let account = storage.value.getAccount(accountIdentifier: id) else { return }
        for mechanism in storage.value.getMechanismsForAccount(account: account) {
            try check(storage.value.removeMechanism(mechanism: mechanism))
        }
        try check(storage.value.removeAccount(account: account))
    }

    func pushDevice() throws(AuthenticatorError) -> PushDevice? {
        storage.value.getPushDeviceToken().map { Runtime.pushDevice($0.tokenId) }
    }

    func save(pushDevice: PushDevice?) throws(AuthenticatorError) {
        if let pushDevice {
            let token = PushDeviceToken(tokenId: pushDevice.token, timeAdded: Environment.current.time.now)
            try check(storage.value.setPushDeviceToken(pushDeviceToken: token))
        } else if storage.value.getPushDeviceToken() != nil {
            try check(storage.value.removePushDeviceToken())
        }
    }

    func notifications() throws(AuthenticatorError) -> [AuthenticatorNotification] { storage.value.getAllNotifications().map(\.model) }

    func save(_ notification: AuthenticatorNotification) throws(AuthenticatorError) {
        try check(storage.value.setNotification(notification: PushNotification(notification)))
    }

    func removeNotification(_ id: AuthenticatorNotification.ID) throws(AuthenticatorError) {
        guard let notification = storage.value.getNotification(notificationIdentifier: id) else { return }
        try check(storage.value.removeNotification(notification: notification))
    }

    /// An account with the mechanisms that the store has for it.
    private func whole(_ account: Account) -> AuthenticatorAccount {
        var model = account.model
        model.mechanisms = storage.value.getMechanismsForAccount(account: account).compactMap(\.mechanism)
        return model
    }

    private func check(_ isDone: Bool) throws(AuthenticatorError) {
        guard isDone else { throw AuthenticatorError(.storage, "the app's store refused") }
    }
}
