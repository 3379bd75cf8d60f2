package import Foundation
package import Foundations
import Primitives

/// A realm: users, applications, journeys and keys that belong together and know nothing of other realms.
///
/// AM addresses it by its path; the platform calls it an environment and addresses it by its id.
package struct Realm: Sendable, Equatable, Identifiable {
    /// The realm's id, by which rows name it and the platform addresses it as an environment.
    package let id: UUID
    package let path: RealmPath
    /// The settings, by section.
    package var settings: RealmSettings

    package init(id: UUID, path: RealmPath, settings: RealmSettings) {
        self.id = id
        self.path = path
        self.settings = settings
    }
}
