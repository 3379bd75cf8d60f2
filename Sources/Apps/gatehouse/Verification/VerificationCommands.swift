import Administration
import ArgumentParser
import Foundation
import Primitives
import QRImages
import VerificationMessages

/// `gatehouse verification create`
struct VerificationCreateCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: CreateVerification.declaration.purpose,
        discussion: """
            The holder of the code shows documents for this user: give it to the user alone. The address in the QR code is read by apps, and
            opens the page for users without one.

            Examples:
              gatehouse verification create demo --policy Strict
              gatehouse verification create demo --send email
              gatehouse verification create demo --web
            """)

    @Argument(help: "The name to sign in with.") var username: String
    @Option(help: "The name of the verify policy; the realm's default without it.") var policy: String?
    @Option(help: "Send the code to the user's own address or number as well: email or sms.") var send: CodeDelivery?
    @Flag(help: "Print the page's address alone.") var web = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataOptions<AllSettings>
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let made = try await server(CreateVerification(realm: realm.path, username: username, policy: policy, delivery: send))
        guard !change.dryRun else { return output.report("began a verification of \(username)", ["user": .string(username)], change) }
        if output.json { return output.show(made.object.only("id", "code", "uri", "expires")) }
        if web { return print(made.text("uri")) }
        for line in try QRCode(made.text("uri")).terminalLines() { print(line) }
        Terminal.say("Verification \(made.text("id")), code \(made.text("code")), until \(made.text("expires"))\n\(made.text("uri"))")
    }
}

extension CodeDelivery: ExpressibleByArgument {}

/// `gatehouse verification list`
struct VerificationListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListVerifications.declaration.purpose,
        discussion: "Example:\n  gatehouse verification list --realm alpha")

    @Option(help: "The user's name; without it, all that wait for a decision.") var user: String?
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let found = try await server(ListVerifications(realm: realm.path, username: user))
        output.show(found.rows, columns: ["id", "username", "status", "attempts", "created", "expires"])
    }
}

/// A verification of a user.
struct VerificationTarget: ParsableArguments {
    @Argument(help: "The name to sign in with.") var username: String
    @Argument(help: "The verification's id.") var verification: String

    var id: UUID {
        get throws {
            guard let id = UUID(text: verification) else {
                throw CommandFailure("\(verification) is no verification's id; gatehouse verification list shows them")
            }
            return id
        }
    }
}

/// `gatehouse verification show`
struct VerificationShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: ShowVerification.declaration.purpose,
        discussion: "Example:\n  gatehouse verification show demo 6f1c0c4e-8f1e-4f0b-a6a4-0f3a7c1f0d11")

    @OptionGroup var target: VerificationTarget
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        output.show(
            try await server(ShowVerification(realm: realm.path, username: target.username, id: target.id)).object)
    }
}

/// `gatehouse verification decide`
struct VerificationDecideCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "decide", abstract: DecideVerification.declaration.purpose,
        discussion: """
            Example:
              gatehouse verification decide demo 6f1c… APPROVED_MANUALLY --reason "seen in person"
            """)

    @OptionGroup var target: VerificationTarget
    @Argument(help: ArgumentHelp("APPROVED_MANUALLY, APPROVED_NO_REQUEST, NOT_REQUIRED or FAIL.", valueName: "status")) var word: String
    @Option(help: "The reason, which stays with the verification.") var reason: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        guard let status = VerifyDecision.statuses.first(where: { $0.rawValue == word }) else {
            throw CommandFailure("\(word) is no decision; it is one of \(VerifyDecision.statuses.map(\.rawValue).joined(separator: ", "))")
        }
        let decided = try await server(
            DecideVerification(realm: realm.path, username: target.username, id: target.id, status: status, reason: reason))
        output.report("the verification is \(decided.text("status"))", decided.object, change)
    }
}

/// `gatehouse verification delete`
struct VerificationDeleteCommand: ChangingCommand {
    static let configuration = CommandConfiguration.delete(
        abstract: DeleteVerification.declaration.purpose,
        discussion: "Example:\n  gatehouse verification delete demo 6f1c0c4e-8f1e-4f0b-a6a4-0f3a7c1f0d11 --dry-run")

    @OptionGroup var target: VerificationTarget
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        try server.confirm(confirmation, "Delete the verification \(target.verification) of \(target.username), with its documents?")
        let deleted = try await server(DeleteVerification(realm: realm.path, username: target.username, id: target.id))
        output.report("deleted the verification \(deleted.text("id"))", ["id": .string(deleted.text("id")), "deleted": true], change)
    }
}
