import Primitives

/// The callers who make the rows of a table. One that strangers can fill says within which bounds.
///
/// Each ``TableRule`` declares it, so that a new table doesn't compile without; tests walk the schema for a table that requests without any
/// proof fill and that has no bounds ([decision 114](../../../../docs/decisions/0114-bounds-of-strangers.md)).
package enum TableFilling: Sendable {
    /// Administrators, the operator, customers' servers with an administrator's rights, and the server itself.
    case byAdministration
    /// Callers who have proved who they are: users, their devices, clients and customers' servers.
    case byOwners
    /// Callers who have proved nothing.
    case byStrangers(StrangerBounds)
}

/// The bounds on what strangers can have kept in a table.
package struct StrangerBounds: Sendable {
    /// The callers or things by which rows are counted.
    package enum Asker: Sendable {
        /// The network prefix, the network around it and the realm, in rows and in bytes of each minute: by `Quotas` and ``Throttle``.
        case address
        /// The account, the device or the application that a row is about, each of which has so many at most.
        case account(rows: Int)
        /// A budget that is shared by who asks.
        case budget(UserBudget)
        /// A secret that was handed out, each of which makes a bounded number.
        case key(String)
        /// The sampling of the audit log.
        case sampling
    }

    /// The extensions of a row's life that its strangers can bring about.
    package enum Renewals: Sendable, Equatable {
        case none
        case once
        /// Any number, within the lifetime that is declared.
        case withinLifetime
        /// Renewals by its holder alone, for a reason that is given, each by a request of their own.
        case byHolder(because: String)
    }

    /// The time after which a row is gone, whatever strangers do.
    package enum Lifetime: Sendable, Equatable {
        /// Seconds, at the most.
        case seconds(Int)
        /// Lasts until its owner or an administrator removes it, for a reason that is given.
        case lasting(because: String)
    }

    package let asker: Asker
    /// The greatest length of a row, in bytes.
    package let bytes: Int
    package let renewals: Renewals
    package let lifetime: Lifetime

    package init(by asker: Asker, bytes: Int, renewals: Renewals, lifetime: Lifetime) {
        self.asker = asker
        self.bytes = bytes
        self.renewals = renewals
        self.lifetime = lifetime
    }
}
