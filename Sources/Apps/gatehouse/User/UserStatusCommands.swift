import Administration
import ArgumentParser
import Foundation
import Primitives

/// `gatehouse user lock`
struct UserLockCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: LockUser.declaration.purpose,
        discussion: "Example:\n  gatehouse user lock ada --minutes 60")

    @Argument(help: "The name to sign in with.") var username: String
    @Option(help: "For how long.") var minutes = 60
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard LockUser.bounds.contains(minutes) else { throw ValidationError("--minutes is a number from 1 to 5256000, ten years") }
    }

    func run(_ server: Operator) async throws {
        let user = try await server(LockUser(realm: realm.path, username: username, minutes: minutes))
        let until = user["lockedUntil"]?.string.map { " until \($0)" } ?? ""
        output.report("\(user.text("username")) is locked\(until)", user.object, change)
    }
}

/// `gatehouse user unlock`
struct UserUnlockCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: UnlockUser.declaration.purpose,
        discussion: "Example:\n  gatehouse user unlock ada")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let user = try await server(UnlockUser(realm: realm.path, username: username))
        output.report("\(user.text("username")) is not locked any more", user.object, change)
    }
}

/// `gatehouse user activate`
struct UserActivateCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate", abstract: ActivateUser.declaration.purpose,
        discussion: "Example:\n  gatehouse user activate ada")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let user = try await server(ActivateUser(realm: realm.path, username: username))
        output.report("\(user.text("username")) is active", user.object, change)
    }
}

/// `gatehouse user deactivate`
struct UserDeactivateCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "deactivate", abstract: DeactivateUser.declaration.purpose,
        discussion: "Example:\n  gatehouse user deactivate ada")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let user = try await server(DeactivateUser(realm: realm.path, username: username))
        output.report("\(user.text("username")) is inactive", user.object, change)
    }
}

/// `gatehouse user prove-mail`
struct UserProveMailCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "prove-mail", abstract: ProveUserMail.declaration.purpose,
        discussion: "Example:\n  gatehouse user prove-mail ada")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let user = try await server(ProveUserMail(realm: realm.path, username: username))
        output.report("\(user.text("username")) has a proven e-mail address", user.object, change)
    }
}

/// `gatehouse user delete`
struct UserDeleteCommand: ChangingCommand {
    static let configuration = CommandConfiguration.delete(
        abstract: DeleteUser.declaration.purpose,
        discussion: "Examples:\n  gatehouse user delete ada --dry-run\n  gatehouse user delete ada --yes")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let user = try await server(ShowUser(realm: realm.path, username: username))
        try server.confirm(confirmation, "Remove \(user.text("username")) from realm \(try realm.path) for good?")
        _ = try await server(DeleteUser(realm: realm.path, username: username))
        output.report("removed \(user.text("username"))", ["username": .string(user.text("username")), "deleted": true], change)
    }
}
