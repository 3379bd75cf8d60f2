import FRAuthenticator
import Foundation

/// A store as an app writes one: everything is archived, and kept by its identifier.
final class DocumentedStore: StorageClient {
    var accounts: [String: Data] = [:]
    var mechanisms: [String: Data] = [:]
    var notifications: [String: Data] = [:]
    var token: Data?
    var refuses = false

    private func keep<Value: Encodable>(
        _ value: Value, _ id: String, _ place: ReferenceWritableKeyPath<DocumentedStore, [String: Data]>
    ) -> Bool {
        guard !refuses, let data = try? JSONEncoder().encode([value]) else { return false }
        self[keyPath: place][id] = data
        return true
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ data: Data?) -> Value? {
        data.flatMap { try? JSONDecoder().decode([Value].self, from: $0).first }
    }

    func setAccount(account: Account) -> Bool { keep(account, account.identifier, \.accounts) }
    func removeAccount(account: Account) -> Bool { accounts.removeValue(forKey: account.identifier) != nil }
    func getAccount(accountIdentifier: String) -> Account? { read(Account.self, accounts[accountIdentifier]) }
    func getAllAccounts() -> [Account] { accounts.values.compactMap { read(Account.self, $0) } }

    func setMechanism(mechanism: Mechanism) -> Bool { keep(mechanism, mechanism.mechanismUUID, \.mechanisms) }
    func removeMechanism(mechanism: Mechanism) -> Bool { mechanisms.removeValue(forKey: mechanism.mechanismUUID) != nil }
    func getMechanismsForAccount(account: Account) -> [Mechanism] {
        mechanisms.values.compactMap { read(Mechanism.self, $0) }.filter { $0.accountIdentifier == account.identifier }
    }
    func getMechanismForUUID(uuid: String) -> Mechanism? { read(Mechanism.self, mechanisms[uuid]) }

    func setNotification(notification: PushNotification) -> Bool { keep(notification, notification.identifier, \.notifications) }
    func removeNotification(notification: PushNotification) -> Bool { notifications.removeValue(forKey: notification.identifier) != nil }
    func getNotification(notificationIdentifier: String) -> PushNotification? {
        read(PushNotification.self, notifications[notificationIdentifier])
    }
    func getNotificationByMessageId(messageId: String) -> PushNotification? {
        getAllNotifications().first { $0.messageId == messageId }
    }
    func getAllNotificationsForMechanism(mechanism: Mechanism) -> [PushNotification] {
        getAllNotifications().filter { $0.mechanismUUID == mechanism.mechanismUUID }
    }
    func getAllNotifications() -> [PushNotification] { notifications.values.compactMap { read(PushNotification.self, $0) } }

    func setPushDeviceToken(pushDeviceToken: PushDeviceToken) -> Bool {
        guard !refuses else { return false }
        token = try? JSONEncoder().encode(pushDeviceToken)
        return token != nil
    }
    func getPushDeviceToken() -> PushDeviceToken? { token.flatMap { try? JSONDecoder().decode(PushDeviceToken.self, from: $0) } }
    func removePushDeviceToken() -> Bool {
        token = nil
        return !refuses
    }

    func isEmpty() -> Bool { accounts.isEmpty && mechanisms.isEmpty && notifications.isEmpty }
}
