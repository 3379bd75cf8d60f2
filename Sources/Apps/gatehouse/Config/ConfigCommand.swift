import ArgumentParser

/// `gatehouse config`
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Look at the server's settings.",
        discussion: """
            A setting is given by a flag (--log-level debug), else by a variable (GATEHOUSE_LOG_LEVEL=debug), else in the
            file named by --config or GATEHOUSE_CONFIG (log-level: debug), else it has its default. The file of an installed server,
            /etc/gatehouse/gatehouse.yaml, is read where no file, no --data-directory and no --demo is named.
            """,
        subcommands: [ConfigAPICommand.self, ConfigCheckCommand.self, ConfigExplainCommand.self, ConfigSettingsCommand.self])
}
