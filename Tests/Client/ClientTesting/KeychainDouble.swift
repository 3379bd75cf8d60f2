package import DeviceFoundation
package import Primitives
import Synchronization

/// The keychain of a device as one app sees it: it may use its own access group and some others, and finds an item by service, account and
/// group, or without a group in any that it may use (Apple, "Sharing access to keychain items among a collection of apps").
package struct KeychainDouble: Keychain {
    /// The keychain of a device, which all its apps use.
    package final class Items: Sendable {
        fileprivate let values = Mutex<[KeychainItem: Secret]>([:])

        package init() {}
    }

    private let items: Items
    private let app: String
    private let groups: [String]

    /// The keychain for an app that was signed for some groups beside its own.
    package init(_ items: Items, app: String, groups: [String] = []) {
        self.items = items
        self.app = app
        self.groups = groups
    }

    package func read(_ item: KeychainItem) throws(StoreError) -> Secret? {
        try first(item).flatMap { found in items.values.withLock { $0[found] } }
    }

    package func write(_ value: Secret, to item: KeychainItem) throws(StoreError) {
        let place = try first(item) ?? KeychainItem(item.service, item.account, in: item.group ?? app)
        items.values.withLock { $0[place] = value }
    }

    package func delete(_ item: KeychainItem) throws(StoreError) {
        guard let found = try first(item) else { return }
        items.values.withLock { $0[found] = nil }
    }

    package func accounts(of service: String, in group: String?) throws(StoreError) -> [String] {
        let usable = try usable(group)
        return items.values.withLock { values in
            values.keys.filter { $0.service == service && usable.contains($0.group ?? "") }.map(\.account).sorted()
        }
    }

    /// Where an item is, among the groups that count.
    private func first(_ item: KeychainItem) throws(StoreError) -> KeychainItem? {
        let places = try usable(item.group).map { KeychainItem(item.service, item.account, in: $0) }
        return items.values.withLock { values in places.first { values[$0] != nil } }
    }

    private func usable(_ group: String?) throws(StoreError) -> [String] {
        guard let group else { return [app] + groups }
        guard group == app || groups.contains(group) else { throw StoreError(.refused, "the app has no entitlement for \(group)") }
        return [group]
    }
}
