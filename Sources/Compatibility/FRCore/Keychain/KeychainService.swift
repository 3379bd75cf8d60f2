import DeviceFoundation
public import Foundation
import Primitives

/// Keeps an app's own texts and bytes in the keychain; on Linux in an encrypted file of the user's state directory.
///
/// The items that the SDK itself keeps aren't among them. A call that the keychain refuses answers false or nil; so does one for a value that a
/// ``SecuredKey`` can't encrypt, or didn't.
public struct KeychainService: Sendable {
    /// The place of the items, and how they are kept.
    public var options: KeychainOptions
    private let items: any KeychainItems

    /// The items of a service of the app's own.
    /// - Parameter securedKey: the key that encrypts each value; nil for values as they are. It encrypts no certificates and RSA keys.
    public init(service: String, securedKey: SecuredKey? = nil) {
        self.init(options: KeychainOptions(service: service), securedKey: securedKey)
    }

    /// The items at the place that `options` names.
    /// - Parameter securedKey: the key that encrypts each value; nil for values as they are. It encrypts no certificates and RSA keys.
    public init(options: KeychainOptions, securedKey: SecuredKey? = nil) {
        self.init(options, in: securedKey.map { SealedItems(Self.system, by: $0) } ?? Self.system)
    }

    /// The items of a service that apps share by an access group.
    /// - Parameter securedKey: the key that encrypts each value, made in that group; nil for values as they are. It encrypts no certificates
    ///   and RSA keys.
    public init(service: String, accessGroup: String, securedKey: SecuredKey? = nil) {
        self.init(options: KeychainOptions(service: service, accessGroup: accessGroup), securedKey: securedKey)
    }

    package init(_ options: KeychainOptions, in items: any KeychainItems) {
        self.options = options
        self.items = items
    }

    /// Sets a text; false for nil, which changes nothing.
    @discardableResult
    public func set(_ val: String?, key: String) -> Bool { val.map { set(Data($0.utf8), key: key) } ?? false }

    /// Sets a truth value.
    @discardableResult
    public func set(_ val: Bool, key: String) -> Bool { set(Data([val ? 1 : 0]), key: key) }

    /// Sets some bytes.
    @discardableResult
    public func set(_ val: Data, key: String) -> Bool { items.set(val, of: key, at: options) }

    /// The text of a key; nil when there is none, or what is there is no UTF-8.
    public func getString(_ key: String) -> String? { getData(key).flatMap { String(foreign: $0) } }

    /// The truth value of a key; nil when there is none.
    public func getBool(_ key: String) -> Bool? { getData(key)?.first.map { $0 == 1 } }

    /// The bytes of a key; nil when there are none.
    public func getData(_ key: String) -> Data? { items.value(of: key, at: options) }

    /// All items by their keys: texts where the bytes are UTF-8, else `Data`; nil when the keychain refuses.
    public func allItems() -> [String: Any]? {
        items.accounts(at: options).map { accounts in
            var found: [String: Any] = [:]
            for key in accounts {
                if let text = getString(key) { found[key] = text } else if let data = getData(key) { found[key] = data }
            }
            return found
        }
    }

    /// Removes the value of a key.
    @discardableResult
    public func delete(_ key: String) -> Bool { items.remove(key, at: options) }

    /// Removes all values at this place.
    @discardableResult
    public func deleteAll() -> Bool { items.remove(nil, at: options) }

    /// Whether the app may keep items of a service in an access group: it is tried.
    public static func validateAccessGroup(service: String, accessGroup: String) -> Bool {
        let (tried, probe) = (KeychainService(service: service, accessGroup: accessGroup), "gatehouse.probe")
        return tried.set(true, key: probe) && tried.delete(probe)
    }

    /// The id of the developer's team, with which the names of access groups begin; nil where apps have no team.
    public static func getAppleTeamId() -> String? {
        system.ownGroup()?.split(separator: ".").first.map(String.init)
    }

    #if canImport(Security)
    private static let system: any KeychainItems = SystemItems()
    #else
    private static let system: any KeychainItems = StoredItems(
        try? SystemStores.vault("FRCore/\(ProcessInfo.processInfo.processName)"))
    #endif
}
