import ArgumentParser
import Foundation
import GatehouseServer
import Primitives

/// `gatehouse setup`
struct SetupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Set up a server before its first start: its settings file and its first administrator.",
        discussion: """
            At a terminal it asks for what isn't given; elsewhere --public-url and --password-stdin are needed. Nothing that is
            there is overwritten: neither a settings file nor data. Without --config it writes /etc/gatehouse/gatehouse.yaml,
            which all commands read by themselves, for data in /var/lib/gatehouse.

            Examples:
              gatehouse setup
              gatehouse setup --public-url https://login.example.com --tls-cert chain.pem --tls-key key.pem --dry-run
              gatehouse setup --public-url https://login.example.com --behind-proxy --password-stdin < password.txt
            """)

    @Option(help: "The name of the first administrator, in realm root. (default: admin)") var administrator: String?
    @OptionGroup var password: PasswordInput
    @Flag(help: "Say what would be written; change nothing.") var dryRun = false
    @OptionGroup(title: "Settings") var flags: SettingFlags<SetupSettings>
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let path = flags.config ?? ProcessInfo.processInfo.environment[ResolvedSettings.fileVariable] ?? SettingsFile.installedPath
        let setup = try ServerSetup(path: path, values: try SetupAnswers(flags.given, for: path).complete())
        let credentials = try await setup.needsAdministrator() ? chosen() : nil
        if credentials == nil, administrator != nil {
            throw CommandFailure("the data in \(setup.configuration.dataDirectory) has an administrator already")
        }
        if !dryRun { try await setup.carryOut(credentials) }
        try await report(setup, credentials)
    }

    private func chosen() throws -> Credentials {
        let name = try administrator ?? asked()
        // A dry run makes no account, so it needs no password.
        return Credentials(administrator: name, password: dryRun ? Secret("") : try password.read(for: name))
    }

    private func asked() throws -> String {
        guard Terminal.isInteractive, !password.passwordStdin else { return Self.standardName }
        return try SetupAnswers.ask("Name of the first administrator", standard: Self.standardName)
    }

    private static let standardName = "admin"

    private func report(_ setup: ServerSetup, _ credentials: Credentials?) async throws {
        let steps = SetupSteps(setup, readsKey: dryRun ? true : try await setup.ownerReadsKey())
        if output.json {
            return Terminal.show(
                .object([
                    "config": .string(setup.path), "settings": .string(setup.text), "dryRun": .bool(dryRun),
                    "publicURL": .string(setup.configuration.publicURL),
                    "administrator": credentials.map { .string($0.username) } ?? .null, "next": .array(steps.lines.map { .string($0) }),
                ]))
        }
        Terminal.say(dryRun ? "dry run, nothing is changed: \(setup.path) would be" : "wrote \(setup.path):")
        Terminal.say("\n" + setup.text)
        Terminal.say(
            credentials.map { "\(dryRun ? "the administrator would be" : "made the administrator") \($0.username) in realm root" }
                ?? "the data in \(setup.configuration.dataDirectory) has an administrator and stays as it is")
        for line in steps.lines { Terminal.say(line) }
    }
}
