import ArgumentParser

/// `phone --as pingid`
struct PingIDPhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone --as pingid", abstract: "A phone with a customer's app that has the PingID SDK.",
        discussion: """
            It is trusted for the customer's users through the customer's own server, to which --customer leads: examples/pingid-customer.py is
            one. The app's id and that address are remembered after the first time. A user's password is asked for, or is the first line of
            standard input.

            Examples:
              phone --as pingid trust http://localhost:8080/device/v1/0f3c1b7e-5a6d-4c8e-9f21-3b4c5d6e7f80
              phone --as pingid pair tom --app-id bank-app --customer http://127.0.0.1:8090 --level primary
              phone --as pingid sign-on tom
              phone --as pingid wait --approve
              phone --as pingid passcode
              phone --as pingid scan TOKEN --approve --user tom
              phone --as pingid migrate
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Sign on",
                subcommands: [PingIDPairCommand.self, PingIDSignOnCommand.self, PingIDChooseCommand.self, PingIDFinishCommand.self]),
            CommandGroup(
                name: "Authenticate", subcommands: [PingIDWaitCommand.self, PingIDPasscodeCommand.self, PingIDScanCommand.self]),
            CommandGroup(
                name: "Look after the phone",
                subcommands: [
                    PingIDUsersCommand.self, TrustCommand.self, PingIDRootCommand.self, PingIDLogsCommand.self, PingIDKeepCommand.self,
                    PingIDForgetCommand.self, PingIDReinstallCommand.self, LoseCommand.self, PingIDMigrateCommand.self,
                ]),
        ])
}
