/// A store of the app's own for accounts, mechanisms and notifications. Each call says whether it was done.
public protocol StorageClient {
    /// Stores an account, replacing an earlier one; false when it could not be stored.
    @discardableResult func setAccount(account: Account) -> Bool
    /// Removes an account; false when it could not be removed.
    @discardableResult func removeAccount(account: Account) -> Bool
    /// The account of an identifier; nil when there is none.
    func getAccount(accountIdentifier: String) -> Account?
    /// All accounts.
    func getAllAccounts() -> [Account]

    /// Stores a mechanism, replacing an earlier one; false when it could not be stored.
    @discardableResult func setMechanism(mechanism: Mechanism) -> Bool
    /// Removes a mechanism; false when it could not be removed.
    @discardableResult func removeMechanism(mechanism: Mechanism) -> Bool
    /// The mechanisms of an account.
    func getMechanismsForAccount(account: Account) -> [Mechanism]
    /// The mechanism of a UUID; nil when there is none.
    func getMechanismForUUID(uuid: String) -> Mechanism?

    /// Stores a notification, replacing an earlier one; false when it could not be stored.
    @discardableResult func setNotification(notification: PushNotification) -> Bool
    /// Removes a notification; false when it could not be removed.
    @discardableResult func removeNotification(notification: PushNotification) -> Bool
    /// The notification of an identifier; nil when there is none.
    func getNotification(notificationIdentifier: String) -> PushNotification?
    /// The notification that a message id names; nil when there is none.
    func getNotificationByMessageId(messageId: String) -> PushNotification?
    /// The notifications of a mechanism.
    func getAllNotificationsForMechanism(mechanism: Mechanism) -> [PushNotification]
    /// All notifications.
    func getAllNotifications() -> [PushNotification]

    /// Stores the device token, replacing an earlier one; false when it could not be stored.
    @discardableResult func setPushDeviceToken(pushDeviceToken: PushDeviceToken) -> Bool
    /// The device token; nil when there is none.
    func getPushDeviceToken() -> PushDeviceToken?
    /// Removes the device token; false when it could not be removed.
    @discardableResult func removePushDeviceToken() -> Bool

    /// Whether nothing is stored.
    func isEmpty() -> Bool
}
