public import Foundation
import Primitives

/// The place of a ``KeychainService``'s items, and how they are kept.
public struct KeychainOptions: Sendable {
    /// The name that keeps apart the items of different services; empty with a ``url``.
    public var service: String
    /// The access group, with the team's id; nil for the app's own.
    public var accessGroup: String?
    /// The server whose passwords the items are; nil for items of a service.
    public var url: URL?
    /// Whether the items are shared with the user's other devices; they aren't by default. It has no effect on Linux.
    public var synchronizable = false
    /// The times at which the items can be read; after the first unlock by default. It has no effect on Linux.
    public var accessibility = KeychainAccessibility.afterFirstUnlock

    /// The items of a service of the app's own.
    public init(service: String) { self.service = service }

    /// The items of a service that apps share by an access group. The team's id is put before a name that lacks it.
    public init(service: String, accessGroup: String) {
        self.service = service
        let team = KeychainService.getAppleTeamId().map { "\($0)." } ?? ""
        self.accessGroup = accessGroup.hasPrefix(team) || accessGroup.hasPrefix("group.") ? accessGroup : team + accessGroup
    }

    /// The passwords of a server.
    public init(url: URL) {
        service = ""
        self.url = url
    }
}
