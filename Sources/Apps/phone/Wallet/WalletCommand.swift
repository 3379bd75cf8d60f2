import ArgumentParser

/// `phone wallet`
struct WalletCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet", abstract: "Keep claims that services have issued, and share them.",
        discussion: """
            The wallet is known to others by its id, which join prints. Claims are issued to it by services, and come with its mail. Nothing is
            shared before the terminal has asked: with whom, why, and which values.

            Examples:
              phone wallet join https://id.example.com/wallets/alpha/v1/
              phone wallet mail
              phone wallet
              phone wallet scan --image request.png
              phone wallet share ID --claim 1 --key accountType
              phone wallet history
            """,
        subcommands: [
            WalletJoinCommand.self, WalletCardsCommand.self, WalletMailCommand.self, WalletScanCommand.self, WalletShareCommand.self,
            WalletAskCommand.self, WalletHistoryCommand.self, WalletRemoveCommand.self, WalletRotateCommand.self, WalletEraseCommand.self,
        ],
        defaultSubcommand: WalletCardsCommand.self)
}
