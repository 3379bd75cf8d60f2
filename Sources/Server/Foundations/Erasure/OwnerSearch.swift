package import Store
import Primitives

/// The queries by which owners of one kind are found when something else is removed. The module that keeps the owners declares them in its
/// ``Feature``, since they read its tables; the removal of a user then takes rows of all modules that name a device of that user.
///
/// Each is a statement that selects the ids of the owners that go; `?1` is the realm, `?2` the id of what is removed.
package struct OwnerSearch: Sendable {
    /// The kinds of owners that are found by queries.
    package enum Kind: Sendable, Hashable {
        case device, installation, authentication
    }

    let kind: Kind
    /// The owners that go with a user.
    let ofUser: SQL
    /// The owners that go with a device; nil when none do, and for devices themselves.
    let ofDevice: SQL?
    /// The owners that go with an application.
    let ofApplication: SQL

    package init(_ kind: Kind, ofUser: SQL, ofDevice: SQL? = nil, ofApplication: SQL) {
        self.kind = kind
        self.ofUser = ofUser
        self.ofDevice = ofDevice
        self.ofApplication = ofApplication
    }
}

extension TableRule.Owner {
    /// The kind of owner whose ids a query finds; nil for one that is removed by its own id only.
    package var kind: OwnerSearch.Kind? {
        switch self {
        case .device: .device
        case .installation: .installation
        case .authentication: .authentication
        case .user, .application, .name: nil
        }
    }
}
