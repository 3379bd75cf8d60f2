package import Directory
package import Foundations
import OrchestrationService
import Primitives

/// Tells how many licences an application has.
package struct ShowLicences: ReadingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.licence.show", .readApplications, "Tell how many licences an application has, and how many are free.")

    package let realm: RealmPath
    /// The client's id.
    package let id: String

    package init(realm: RealmPath, id: String) {
        self.realm = realm
        self.id = id
    }

    /// The numbers of licences.
    package struct Count: Sendable {
        package let all: Int
        package let free: Int
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Count {
        let count = try await site.domain.orchestrations.licences.count(of: id, in: realm)
        return Count(all: count.all, free: count.free)
    }
}

/// Makes licences for an application.
package struct AddLicences: ChangingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.licence.add", .changeApplications, "Make licences for an application; each is for one user.")

    package let realm: RealmPath
    /// The client's id.
    package let id: String
    package let count: Int

    package init(realm: RealmPath, id: String, count: Int) {
        self.realm = realm
        self.id = id
        self.count = count
    }

    package var subject: ActionSubject? { .client(id) }

    package func perform(in realm: Realm, at site: Site) async throws -> ShowLicences.Count {
        let licences = site.domain.orchestrations.licences
        try await licences.add(count, to: id, in: realm)
        let made = try await licences.count(of: id, in: realm)
        return ShowLicences.Count(all: made.all, free: made.free)
    }
}
