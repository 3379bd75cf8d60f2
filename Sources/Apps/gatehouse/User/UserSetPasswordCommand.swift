import ArgumentParser
import Primitives
import Services
import Directory

/// `gatehouse user set-password`
struct UserSetPasswordCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-password", abstract: "Give a user a new password, and unlock the user.",
        discussion: """
            Examples:
              gatehouse user set-password ada
              gatehouse user set-password robot --password-stdin < password.txt
            """)

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var password: PasswordInput
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let user = try await domain.existingUser(username, in: realm)
        try await domain.accounts.setPassword(try password.read(for: user.username), of: user, in: realm)
        output.report("\(user.username) has a new password", ["username": .string(user.username), "changed": true])
    }
}
