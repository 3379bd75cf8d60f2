/// A store of the app's own for accounts, mechanisms and notifications. Each call says whether it was done.
public protocol StorageClient {
    @discardableResult func setAccount(account: Account) -> Bool
    @discardableResult func removeAccount(account: Account) -> Bool
    func getAccount(accountIdentifier: String) -> Account?
    func getAllAccounts() -> [Account]

    @discardableResult func setMechanism(mechanism: Mechanism) -> Bool
    @discardableResult func removeMechanism(mechanism: Mechanism) -> Bool
    func getMechanismsForAccount(account: Account) -> [Mechanism]
    func getMechanismForUUID(uuid: String) -> Mechanism?

    @discardableResult func setNotification(notification: PushNotification) -> Bool
    @discardableResult func removeNotification(notification: PushNotification) -> Bool
    func getNotification(notificationIdentifier: String) -> PushNotification?
    func getNotificationByMessageId(messageId: String) -> PushNotification?
    func getAllNotificationsForMechanism(mechanism: Mechanism) -> [PushNotification]
    func getAllNotifications() -> [PushNotification]

    func isEmpty() -> Bool
}
