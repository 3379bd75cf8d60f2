package import DeviceFoundation
package import Primitives
import Synchronization

/// The keychain of a device as one app sees it: it may use its own access group and some others, all of whose names begin with the team's
/// id, and finds an item by service, account and group, or without a group in any that it may use (Apple, "Sharing access to keychain
/// items among a collection of apps").
package struct KeychainDouble: Keychain {
    /// The keychain of a device, which all its apps use.
    package final class Items: Sendable {
        fileprivate let values = Mutex<[KeychainItem: Secret]>([:])

        package init() {}

        /// The items that are kept, by their places.
        package var all: [KeychainItem: Secret] { values.withLock { $0 } }
    }

    private let items: Items
    private let usable: [String]

    /// The keychain for an app that was signed for some groups beside its own.
    /// - Parameter team: the id that stands before the app's name and the groups'.
    package init(_ items: Items, app: String, groups: [String] = [], team: String = "A1B2C3D4E5") {
        self.items = items
        usable = ([app] + groups).map { "\(team).\($0)" }
    }

    package func read(_ item: KeychainItem) throws(StoreError) -> Secret? {
        try first(item).flatMap { found in items.values.withLock { $0[found] } }
    }

    package func write(_ value: Secret, to item: KeychainItem) throws(StoreError) {
        let place = try first(item) ?? KeychainItem(item.service, item.account, in: item.group ?? usable[0])
        items.values.withLock { $0[place] = value }
    }

    package func delete(_ item: KeychainItem) throws(StoreError) {
        guard let found = try first(item) else { return }
        items.values.withLock { $0[found] = nil }
    }

    package func accounts(of service: String, in group: String?) throws(StoreError) -> [String] {
        let groups = try groups(group)
        return items.values.withLock { values in
            values.keys.filter { $0.service == service && groups.contains($0.group ?? "") }.map(\.account).sorted()
        }
    }

    package func ownGroup() throws(StoreError) -> String { usable[0] }

    /// Where an item is, among the groups that count.
    private func first(_ item: KeychainItem) throws(StoreError) -> KeychainItem? {
        let places = try groups(item.group).map { KeychainItem(item.service, item.account, in: $0) }
        return items.values.withLock { values in places.first { values[$0] != nil } }
    }

    private func groups(_ group: String?) throws(StoreError) -> [String] {
        guard let group else { return usable }
        guard usable.contains(group) else { throw StoreError(.notEntitled, "the app has no entitlement for \(group)") }
        return [group]
    }
}
