import ArgumentParser
import GatehouseServer

/// The flags that say which server's data a command works on.
struct DataFlags: SettingFlags {
    @Option(name: .long, help: ArgumentHelp("A file with settings.", valueName: "file"), completion: .file())
    var config: String?

    @Option(Settings.dataDirectory) var dataDirectory: String?
    @Option(Settings.masterKeyFile) var masterKeyFile: String?
}
