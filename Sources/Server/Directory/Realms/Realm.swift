package import Foundation
import Primitives
package import Foundations

/// A realm: users, applications, journeys and keys that belong together and know nothing of other realms.
///
/// AM addresses it by its path; the platform calls it an environment and addresses it by its id.
package struct Realm: Sendable, Equatable, Identifiable {
    package let id: UUID
    package let path: RealmPath
    /// Held by one reference, since a realm is handed on by every step of every request.
    private var shared: Shared

    package init(id: UUID, path: RealmPath, settings: RealmSettings) {
        self.id = id
        self.path = path
        shared = Shared(settings)
    }

    /// The settings, read where they lie: a copy counts a reference for each of their lists.
    package var settings: RealmSettings {
        _read { yield shared.settings }
        set { shared = Shared(newValue) }
    }

    /// The same as ``settings``' own, for each step of a journey: another module that reads one of the settings copies a reference for each of
    /// them all.
    package var journeyLifetime: Int { shared.settings.journeyLifetime }
    /// The same.
    package var zeroPageLogin: Bool { shared.settings.zeroPageLogin }

    package static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.path == right.path && left.settings == right.settings
    }

    private final class Shared: Sendable {
        let settings: RealmSettings

        init(_ settings: RealmSettings) { self.settings = settings }
    }
}
