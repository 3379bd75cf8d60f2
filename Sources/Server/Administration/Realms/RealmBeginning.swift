package import Directory
import JourneyModel
import Primitives
package import SignIn

/// The contents of a new realm: the journeys by which users sign in, and the client of `gatehouse login`.
package struct RealmBeginning: Sendable {
    private let directory: DirectoryServices
    private let signIn: SignInServices

    package init(directory: DirectoryServices, signIn: SignInServices) {
        self.directory = directory
        self.signIn = signIn
    }

    /// Makes what the realm lacks; what is there stays as it is.
    package func make(in realm: Realm) async throws {
        for journey in try BuiltInJourneys.all() where try await signIn.journeys.entry(journey.name, in: realm.id) == nil {
            try await signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
        }
        try await makeCommandLine(in: realm)
    }

    /// Makes the client of `gatehouse login`, unless the realm has it.
    package func makeCommandLine(in realm: Realm) async throws {
        guard try await directory.applications.application(OwnClients.commandLineID, in: realm.id) == nil else { return }
        try await directory.applications.create(OwnClients.commandLine(in: realm.id))
    }
}
