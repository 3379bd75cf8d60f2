package import Directory
package import Foundations
import OrchestrationService
import Primitives
package import ResourceMessages

/// Tells how many licences an application has.
package struct ShowLicences: ReadingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.licence.show", .readApplications, "Tell how many licences an application has, and how many are free.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("applications/{id}/licences"), Count.form, from: { Self(realm: $0, id: "") }, .init("id", \.id, .name, .required))
    }

    package var realm: RealmPath
    /// The client's id.
    package var id: String

    package init(realm: RealmPath, id: String) {
        self.realm = realm
        self.id = id
    }

    /// The numbers of licences.
    package struct Count: Reported {
        /// The number of all licences.
        package let all: Int
        /// The number of licences that no user has.
        package let free: Int

        package static let reportName = "LicenceCount"

        package static var members: [Member<Self>] {
            [
                Member(told: "all", .whole, \.all),
                Member(told: "free", .whole, \.free),
            ]
        }
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
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("applications/{id}/licences"), ShowLicences.Count.form, from: { Self(realm: $0, id: "", count: 0) },
            .init("id", \.id, .name, .required), .init("count", \.count, .integer(1...1_000_000), .required))
    }

    package var realm: RealmPath
    /// The client's id.
    package var id: String
    /// The number of licences to make.
    package var count: Int

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
