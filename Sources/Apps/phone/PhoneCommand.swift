import ArgumentParser

/// `phone`, the program.
struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone", abstract: "A phone with an authenticator app, in the terminal or as a page.",
        discussion: """
            It pairs with users, is rung when they sign in, approves or denies, and shows passcodes. It keeps authenticator accounts of any
            issuer, with one-time passwords and push, and it signs in by journeys, with passkeys and keys that are bound to users. All of that
            is in an encrypted vault in $XDG_STATE_HOME/gatehouse-phone or ~/.local/state/gatehouse-phone. With --name there are as many
            phones as you like.

            With --as pingid it is a phone with a customer's app that has the PingID SDK: phone --as pingid --help. With --as orchestration the
            app has the Orchestration SDK: phone --as orchestration --help.

            Examples:
              phone pair 'http://localhost:8080/pair?realm=…&key=…' --trust
              phone pair --image qr.png
              phone                                     a screen that rings
              phone --page                              the same as a page in the browser
              phone wait --approve --number 42
              phone passcode
              phone add 'otpauth://totp/Example:ada?secret=…'
              phone code ada
              phone journey PasskeyLogin
              phone wallet join http://localhost:8080/wallets/alpha/v1/
              phone verify 'http://localhost:8080/verify?realm=…&code=…' --trust --passport page.jpg --selfie selfie.jpg
              phone list --name B
            """,
        version: "0.1.0",
        groupedSubcommands: [
            CommandGroup(name: "Pair", subcommands: [PairCommand.self, UnpairCommand.self, ListCommand.self, TrustCommand.self]),
            CommandGroup(
                name: "Authenticate",
                subcommands: [
                    ScreenCommand.self, WaitCommand.self, PasscodeCommand.self, ScanCommand.self, LoginCommand.self, PayloadCommand.self,
                    OfferCommand.self,
                ]),
            CommandGroup(name: "Sign in with keys", subcommands: [JourneyCommand.self, KeysCommand.self]),
            CommandGroup(name: "Be written to", subcommands: [SubscribeCommand.self, MessagesCommand.self]),
            CommandGroup(
                name: "Keep accounts",
                subcommands: [
                    AddCommand.self, AccountsCommand.self, CodeCommand.self, RemoveCommand.self, BackupCommand.self, RestoreCommand.self,
                ]),
            CommandGroup(name: "Prove who you are", subcommands: [VerifyCommand.self, WalletCommand.self]),
            CommandGroup(
                name: "Look after the phone",
                subcommands: [
                    InfoCommand.self, PushCommand.self, RotateCommand.self, LogsCommand.self, LoseCommand.self, ReinstallCommand.self,
                ]),
            CommandGroup(name: "Shell", subcommands: [CompletionsCommand.self]),
        ],
        defaultSubcommand: ScreenCommand.self)
}

/// `phone completions`
struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print the script that completes commands in a shell.",
        discussion: """
            Examples:
              phone completions bash > /etc/bash_completion.d/phone
              phone completions fish > ~/.config/fish/completions/phone.fish
            """)

    @Argument(help: "bash, zsh or fish.")
    var shell: String

    func run() throws {
        guard let shell = CompletionShell(rawValue: shell) else {
            throw ValidationError("there are completions for \(CompletionShell.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        print(PhoneCommand.completionScript(for: shell))
    }
}
