import ArgumentParser
import GatehouseServer

/// `gatehouse`, the program.
struct GatehouseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gatehouse", abstract: "An identity server, its administration, and a login in the terminal.",
        discussion: """
            To begin:
              gatehouse serve --demo        a server to try things with, on http://localhost:8080
              gatehouse login               sign in to it

            To administer a server elsewhere:
              gatehouse context login --server https://login.example.com
              gatehouse user list --as login.example.com
            """,
        version: ServerVersion.text,
        groupedSubcommands: [
            CommandGroup(
                name: "Server",
                subcommands: [
                    SetupCommand.self, ServeCommand.self, HealthCommand.self, ConfigCommand.self, BackupCommand.self, RestoreCommand.self,
                    DatabaseCommand.self, ClusterCommand.self, WitnessCommand.self,
                ]),
            CommandGroup(name: "Sign in", subcommands: [LoginCommand.self, TokenCommand.self, ContextCommand.self]),
            CommandGroup(
                name: "Administer",
                subcommands: [
                    RealmCommand.self, UserCommand.self, ClientCommand.self, JourneyCommand.self, ScriptCommand.self, PolicyCommand.self,
                    ProviderCommand.self, TemplateCommand.self, MailCommand.self, SMSCommand.self, PushCommand.self, UserDeviceCommand.self,
                    PingIDCommand.self, OrchestrationCommand.self, RiskCommand.self, VerificationCommand.self,
                    KeyCommand.self,
                    SessionCommand.self, ConsentCommand.self, ClaimCommand.self,
                    AuditCommand.self, APICommand.self,
                ]),
            CommandGroup(name: "Try", subcommands: [OTPCommand.self, DocumentCommand.self, SimulateCommand.self]),
            CommandGroup(name: "Shell", subcommands: [CompletionsCommand.self]),
        ])
}
