public import AuthenticatorMessages
import DeviceFoundation

/// Keeps accounts and notifications. ``Authenticator`` uses the device's secure store unless an app supplies a store of its own.
///
/// Each call is atomic, and what ``save(_:)-(Account)`` returned for survives the end of the process: codes are shown on the strength of it.
/// The accounts hold secrets.
public protocol AccountStore: Sendable {
    /// All accounts, in any order.
    func accounts() async throws(AuthenticatorError) -> [Account]
    /// One of them, or nil.
    func account(_ id: Account.ID) async throws(AuthenticatorError) -> Account?
    /// Stores an account with its mechanisms, replacing an earlier one.
    func save(_ account: Account) async throws(AuthenticatorError)
    /// Removes an account and its mechanisms; removing none is no error.
    func removeAccount(_ id: Account.ID) async throws(AuthenticatorError)

    /// The address to which pushes for this device go; nil when none was kept.
    func pushDevice() async throws(AuthenticatorError) -> PushDevice?
    /// Keeps the address to which pushes for this device go, replacing an earlier one; nil for none.
    func save(pushDevice: PushDevice?) async throws(AuthenticatorError)

    /// All notifications, in any order.
    func notifications() async throws(AuthenticatorError) -> [PushNotification]
    /// Stores a notification, replacing an earlier one.
    func save(_ notification: PushNotification) async throws(AuthenticatorError)
    /// Removes a notification; removing none is no error.
    func removeNotification(_ id: PushNotification.ID) async throws(AuthenticatorError)
}
