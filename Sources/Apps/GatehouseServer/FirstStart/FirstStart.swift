internal import Administration
package import Primitives
import Services
import SignIn
package import Foundations
import Directory

/// Gives a new database what a server needs before any user can sign in.
///
/// Each part is recorded when it is whole. A server that was killed half-way does the rest at its next start: every step
/// leaves what is already there as it is.
struct FirstStart {
    /// Realms that every server has.
    static let realms = [RealmPath.root, Demo.realm]

    /// The milestones of the first user of a server, and of a demonstration.
    static let (administratorMade, demonstrationMade) = ("administrator", "demo")

    let domain: Services
    let isDemo: Bool

    private var milestones: Milestones { Milestones(database: domain.platform.database, time: domain.platform.time) }

    /// Makes what is missing.
    ///
    /// - Parameter announce: tells a password that can be told only now. It is called before the part is recorded as done:
    ///   who kills the server in between gets a new password at the next start.
    func run(announcing announce: (Credentials) throws -> Void) async throws {
        try await realms()
        if isDemo {
            try await once(Self.demonstrationMade) { try await Demo(domain: domain).make() }
        } else {
            try await once(Self.administratorMade) { try announce(try await Administrator(domain: domain).make()) }
        }
    }

    /// Makes what is missing, with an administrator whose name and password were chosen.
    func run(with administrator: Credentials) async throws {
        try await realms()
        try await once(Self.administratorMade) { _ = try await Administrator(domain: domain).make(administrator) }
    }

    /// Makes the realms of every server, their journeys and keys, and the client of `gatehouse login`.
    private func realms() async throws {
        try await once("foundation", foundation)
        try await once("commandLine", commandLine)
        try await once("journeys", journeys)
    }

    private func once(_ part: String, _ make: () async throws -> Void) async throws {
        guard try await !milestones.isReached(part) else { return }
        try await make()
        try await milestones.reach(part)
    }

    /// Realms, their journeys and keys, and the clients of our own programs.
    private func foundation() async throws {
        for path in Self.realms {
            let realm = try await domain.realm(made: path)
            try await beginning.make(in: realm)
            _ = try await domain.directory.keys.keys(of: realm.id)
        }
    }

    /// Gives the client of `gatehouse login` to realms that were made before every realm had it from its beginning.
    private func commandLine() async throws {
        for realm in try await domain.directory.realms.all() where !Self.realms.contains(realm.path) {
            try await beginning.makeCommandLine(in: realm)
        }
    }

    /// Gives the journeys of new realms to realms that were made before these had any. A realm with journeys of its own gets no other way in.
    private func journeys() async throws {
        for realm in try await domain.directory.realms.all() where try await domain.signIn.journeys.all(in: realm.id).isEmpty {
            try await beginning.make(in: realm)
        }
    }

    private var beginning: RealmBeginning { RealmBeginning(directory: domain.directory, signIn: domain.signIn) }
}

/// A name and a password to be told once.
package struct Credentials: Sendable {
    package let realm: RealmPath
    package let username: String
    package let password: Secret
}

extension Credentials {
    /// Those of an administrator, who is a user of the realm `root`.
    package init(administrator username: String, password: Secret) { self.init(realm: .root, username: username, password: password) }
}

extension Services {
    /// A realm, made unless it's there.
    func realm(made path: RealmPath) async throws -> Realm {
        do { return try await directory.realms.realm(at: path) } catch let error as DomainError where error.code == .unknownRealm {
            return try await directory.realms.create(path)
        }
    }

    /// Makes an application unless it's there.
    func make(_ application: Application) async throws {
        guard try await directory.applications.application(application.id, in: application.realm) == nil else { return }
        try await directory.applications.create(application)
    }
}
