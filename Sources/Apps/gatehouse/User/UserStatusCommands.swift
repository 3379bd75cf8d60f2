import ArgumentParser
import Foundation
import Primitives
import Services
import Directory

/// `gatehouse user lock`
struct UserLockCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Refuse a user's password for some time.",
        discussion: "Example:\n  gatehouse user lock ada --minutes 60")

    @Argument(help: "The name to sign in with.") var username: String
    @Option(help: "For how long.") var minutes = 60
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...5_256_000).contains(minutes) else { throw ValidationError("--minutes is a number from 1 to 5256000, ten years") }
    }

    func run(in domain: Domain) async throws {
        let until = domain.time.now.addingTimeInterval(TimeInterval(minutes) * 60)
        try await domain.change(username, realm, output, "is locked until \(until.formatted(.iso8601))") { user, realm in
            try await domain.users.setLock(until: until, of: user.id, in: realm.id)
        }
    }
}

/// `gatehouse user unlock`
struct UserUnlockCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Let a locked user sign in again, and forget the failures.",
        discussion: "Example:\n  gatehouse user unlock ada")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        try await domain.change(username, realm, output, "is not locked any more") { user, realm in
            try await domain.users.setLock(until: nil, of: user.id, in: realm.id)
        }
    }
}

/// `gatehouse user activate`
struct UserActivateCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate", abstract: "Make a deactivated user active again.",
        discussion: "Example:\n  gatehouse user activate ada")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        try await domain.change(username, realm, output, "is active") { user, realm in
            try await domain.users.setStatus(.active, of: user.id, in: realm.id)
        }
    }
}

/// `gatehouse user deactivate`
struct UserDeactivateCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "deactivate", abstract: "Shut a user out: no login, and no session or token is worth anything any more.",
        discussion: "Example:\n  gatehouse user deactivate ada")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        try await domain.change(username, realm, output, "is inactive") { user, realm in
            try await domain.users.setStatus(.inactive, of: user.id, in: realm.id)
        }
    }
}

/// `gatehouse user prove-mail`
struct UserProveMailCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "prove-mail", abstract: "Take a user's e-mail address as proven, without a message to it.",
        discussion: "Example:\n  gatehouse user prove-mail ada")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        try await domain.change(username, realm, output, "has a proven e-mail address") { user, realm in
            guard let mail = user.attribute("mail") else { throw CommandFailure("\(user.username) has no e-mail address") }
            try await domain.accounts.proveMail(mail, of: user.id, in: realm)
        }
    }
}

/// `gatehouse user delete`
struct UserDeleteCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove a user for good.", discussion: "Example:\n  gatehouse user delete ada --yes")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let user = try await domain.existingUser(username, in: realm)
        try confirmation.confirm("Remove \(user.username) from realm \(realm.path) for good?")
        try await domain.users.delete(user.id, in: realm.id)
        output.report("removed \(user.username)", ["username": .string(user.username), "deleted": true])
    }
}

extension Domain {
    /// Changes a user and says what they are now.
    fileprivate func change(
        _ username: String, _ realm: RealmOption, _ output: OutputOptions, _ outcome: String,
        _ change: (User, Realm) async throws -> Void
    ) async throws {
        let realm = try await realm.realm(in: self)
        let user = try await existingUser(username, in: realm)
        try await change(user, realm)
        let changed = try await existingUser(username, in: realm)
        output.report("\(changed.username) \(outcome)", try await summary(of: changed, in: realm))
    }
}
