package import Primitives

/// The keychain of an Apple system, or what stands for it in a test: items by service and account, each in an access group.
package protocol Keychain: Sendable {
    /// The value of an item; nil when there is none in the group, or without a group in any that the app may use.
    func read(_ item: KeychainItem) throws(StoreError) -> Secret?
    /// Sets the value of an item. A new one goes into its group, or without one into the app's own.
    func write(_ value: Secret, to item: KeychainItem) throws(StoreError)
    /// Removes an item; removing none is no error.
    func delete(_ item: KeychainItem) throws(StoreError)
    /// The accounts of a service, sorted.
    func accounts(of service: String, in group: String?) throws(StoreError) -> [String]
    /// The access group of the app's own items: the team's id, a dot, and the app's identifier.
    func ownGroup() throws(StoreError) -> String
}

extension Keychain {
    /// The whole name of an access group, which begins with the team's id: apps leave that out, since it isn't theirs to know.
    /// - Throws: ``StoreError/Code/notEntitled`` when the app may not use the group.
    package func usableGroup(_ name: String) throws(StoreError) -> String {
        let team = String(try ownGroup().prefix { $0 != "." }) + "."
        // An app group has no team's id ("App groups entitlement").
        let group = name.hasPrefix(team) || name.hasPrefix("group.") ? name : team + name
        // Some systems find nothing in a foreign group rather than refuse to look; all of them refuse to write.
        let probe = KeychainItem("gatehouse.probe", "group", in: group)
        try write(Secret("probe"), to: probe)
        try delete(probe)
        return group
    }
}

/// The name of an item in a keychain.
package struct KeychainItem: Sendable, Hashable, CustomStringConvertible {
    package let service: String
    package let account: String
    package let group: String?

    package init(_ service: String, _ account: String, in group: String?) {
        self.service = service
        self.account = account
        self.group = group
    }

    package var description: String { "\(service)/\(account)" }
}
