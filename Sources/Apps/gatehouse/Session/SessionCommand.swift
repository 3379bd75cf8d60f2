import ArgumentParser
import Foundation
import Primitives
import Services
import Sessions
import Directory

/// `gatehouse session`
struct SessionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session", abstract: "Sessions of signed-in users.",
        subcommands: [SessionListCommand.self, SessionEndCommand.self])
}

/// `gatehouse session list`
struct SessionListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a user's sessions, newest first.",
        discussion: "Example:\n  gatehouse session list demo")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let user = try await domain.existingUser(username, in: realm)
        let sessions = try await domain.sessions.sessions(of: user.id, in: realm.id)
        output.show(sessions.map(\.summary), columns: ["handle", "journey", "created", "lastUsed", "idleEnds", "ends"])
    }
}

/// `gatehouse session end`
struct SessionEndCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "Sign a user out of one session, or of all.",
        discussion: """
            Examples:
              gatehouse session end shandle:n0zVd6aZtqLr0u5Qb4XJ5w
              gatehouse session end --user demo
            """)

    @Argument(help: "The session's handle.") var handle: String?
    @Option(help: ArgumentHelp("End all sessions of this user.", valueName: "username")) var user: String?
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (handle == nil) != (user == nil) else { throw ValidationError("give a session's handle, or --user") }
    }

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        var ended = 0
        for session in try await sessions(in: realm, domain)
        where try await domain.endSession(handle: session.handle, of: session.user, in: realm) { ended += 1 }
        output.report("ended \(ended) session\(ended == 1 ? "" : "s")", ["ended": .integer(Int64(ended))])
    }

    private func sessions(in realm: Realm, _ domain: Domain) async throws -> [UserSession] {
        if let user {
            return try await domain.sessions.sessions(of: domain.existingUser(user, in: realm).id, in: realm.id)
        }
        let handle = handle ?? ""
        guard let session = try await domain.sessions.session(handle: handle, in: realm.id) else {
            throw CommandFailure("there is no session \(handle) in realm \(realm.path)")
        }
        return [session]
    }
}

extension UserSession {
    fileprivate var summary: JSONObject {
        [
            "handle": .string(handle), "username": .string(username), "journey": .string(journey),
            "created": .string(created.formatted(.iso8601)), "lastUsed": .string(lastUsed.formatted(.iso8601)),
            "idleEnds": .string(idleEnds.formatted(.iso8601)), "ends": .string(ends.formatted(.iso8601)),
            "authLevel": .integer(Int64(authLevel)),
        ]
    }
}
