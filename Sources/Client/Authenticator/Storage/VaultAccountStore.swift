public import AuthenticatorMessages
public import DeviceFoundation
import Foundation
import Primitives

/// Keeps accounts in a ``SecureStore``: one record each, so that a change is one write.
public struct VaultAccountStore: AccountStore {
    private static let accountService = "authenticator.accounts"
    private static let notificationService = "authenticator.notifications"

    private static let pushDeviceKey = StoreKey("authenticator.device", "push")

    private let store: any SecureStore

    /// Makes a vault account store of its `store`, which is taken unchecked.
    public init(_ store: any SecureStore) { self.store = store }

    /// Reads all accounts.
    /// - Throws: ``AuthenticatorError/Code/storage`` when the store fails, or a record can't be read.
    public func accounts() async throws(AuthenticatorError) -> [Account] {
        try await all(Self.accountService) { (json) throws(AuthenticatorError) in try Account(json: json) }
    }

    /// Reads one account; nil when there is none of this id.
    /// - Throws: ``AuthenticatorError/Code/storage`` when the store fails, or the record can't be read.
    public func account(_ id: Account.ID) async throws(AuthenticatorError) -> Account? {
        try await record(key(Self.accountService, id)).map { (json) throws(AuthenticatorError) in try Account(json: json) }
    }

    /// Stores an account, replacing an earlier one of its id.
    /// - Throws: ``AuthenticatorError/Code/storage`` when the store fails.
    public func save(_ account: Account) async throws(AuthenticatorError) {
        try await write(account.json, to: key(Self.accountService, account.id))
    }

    /// Removes an account; removing none is no error.
    /// - Throws: ``AuthenticatorError/Code/storage`` when the store fails.
    public func removeAccount(_ id: Account.ID) async throws(AuthenticatorError) { try await remove(key(Self.accountService, id)) }

    /// Reads the address to which pushes go; nil when none was kept.
    /// - Throws: ``AuthenticatorError/Code/storage`` when the store fails, or the record can't be read.
    public func pushDevice() async throws(AuthenticatorError) -> PushDevice? {
        try await record(Self.pushDeviceKey).map { (json) throws(AuthenticatorError) in try PushDevice(json: json) }
    }

    /// Keeps the address to which pushes go, replacing an earlier one; nil for none.
    /// - Throws: ``AuthenticatorError/Code/storage`` when the store fails.
    public func save(pushDevice: PushDevice?) async throws(AuthenticatorError) {
        guard let pushDevice else { return try await remove(Self.pushDeviceKey) }
        try await write(pushDevice.json, to: Self.pushDeviceKey)
    }

    /// Reads all notifications.
    /// - Throws: ``AuthenticatorError/Code/storage`` when the store fails, or a record can't be read.
    public func notifications() async throws(AuthenticatorError) -> [PushNotification] {
        try await all(Self.notificationService) { (json) throws(AuthenticatorError) in try PushNotification(json: json) }
    }

    /// Stores a notification, replacing an earlier one of its id.
    /// - Throws: ``AuthenticatorError/Code/storage`` when the store fails.
    public func save(_ notification: PushNotification) async throws(AuthenticatorError) {
        try await write(notification.json, to: key(Self.notificationService, notification.id))
    }

    /// Removes a notification; removing none is no error.
    /// - Throws: ``AuthenticatorError/Code/storage`` when the store fails.
    public func removeNotification(_ id: PushNotification.ID) async throws(AuthenticatorError) {
        try await remove(key(Self.notificationService, id))
    }

    /// Names of records are those of people and firms; a store may not take every character.
    private func key(_ service: String, _ id: String) -> StoreKey { StoreKey(service, Base64URL.encode(id.utf8)) }

    private func all<Value>(
        _ service: String, _ read: (JSONValue) throws(AuthenticatorError) -> Value
    ) async throws(AuthenticatorError) -> [Value] {
        let names: [String]
        do { names = try await store.keys(in: service) } catch { throw AuthenticatorError(error) }
        var all: [Value] = []
        for name in names {
            if let json = try await record(StoreKey(service, name)) { all.append(try read(json)) }
        }
        return all
    }

    private func record(_ key: StoreKey) async throws(AuthenticatorError) -> JSONValue? {
        let stored: Secret?
        do { stored = try await store.get(key) } catch { throw AuthenticatorError(error) }
        guard let stored else { return nil }
        guard let json = stored.withBytes({ try? JSONValue(parsing: $0) }) else {
            throw AuthenticatorError(.storage, "a stored record can't be read")
        }
        return json
    }

    private func write(_ json: JSONValue, to key: StoreKey) async throws(AuthenticatorError) {
        do { try await store.set(Secret(bytes: json.encoded), for: key) } catch { throw AuthenticatorError(error) }
    }

    private func remove(_ key: StoreKey) async throws(AuthenticatorError) {
        do { try await store.delete(key) } catch { throw AuthenticatorError(error) }
    }
}
