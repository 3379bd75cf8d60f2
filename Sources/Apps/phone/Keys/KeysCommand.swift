import ArgumentParser
import DeviceFoundation
import Foundation
import Primitives
import TerminalJourneys

/// `phone keys`
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List the bound keys and passkeys that journeys have made on this phone, or delete one.",
        discussion: """
            Examples:
              phone keys
              phone keys --json | jq -r '.[] | select(.kind == "passkey") | .id'
              phone keys delete 0c2f4b7e-5a6d-4c8e-9f21-3b4c5d6e7f80
            """,
        subcommands: [KeysListCommand.self, KeysDeleteCommand.self], defaultSubcommand: KeysListCommand.self)
}

/// `phone keys list`
struct KeysListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the bound keys and passkeys. No network is needed.")

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let keys = try await phone.player().keys()
        if output.json { return Terminal.write(JSONValue.array(keys.map { .object($0.object) }).text + "\n") }
        guard !keys.isEmpty else { return Terminal.write("no keys; journeys make them: phone journey NAME\n") }
        for key in keys { Terminal.say("\(key.username)  \(key.title)  \(key.id)") }
    }
}

/// `phone keys delete`
struct KeysDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a key or passkey at the server, and then on this phone.",
        discussion: """
            The server deletes it for its own user, who must be signed in: run a journey as them first. With --force it is deleted on this \
            phone also where the server can't or won't.

            Examples:
              phone keys delete 0c2f4b7e-5a6d-4c8e-9f21-3b4c5d6e7f80
              phone keys delete 0c2f4b7e-5a6d-4c8e-9f21-3b4c5d6e7f80 --force
            """)

    @Argument(help: "The key's id, as phone keys shows it; after -- when it begins with a hyphen.") var id: String
    @Flag(help: "Delete it on this phone also where the server doesn't.") var force = false
    @OptionGroup var server: ServerOptions
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        guard let key = try await phone.player().keys().first(where: { $0.id == id }) else {
            throw PhoneFailure("there is no key \(id) on this phone; see: phone keys")
        }
        let player = phone.player(at: try server.address(trusting: phone.home.issuers()), on: try phone.device())
        let refusal: String?
        do { refusal = try await player.delete(key, force: force) } catch  where PhoneKey.isServers(error) {
            let reason = PhoneFailure(error).lines[0]
            throw PhoneFailure("\(reason); sign in as \(key.username) with phone journey, or delete it here alone with --force")
        }
        var object = key.object
        object["deletedAtServer"] = .bool(refusal == nil)
        if let refusal { Terminal.complain("the server still has it: \(refusal)") }
        output.say("deleted the \(key.title), of \(key.username)", object)
    }
}
