import ArgumentParser
import GatehouseServer

/// The flags that say how a command runs scripts where it opens no server's data.
struct ScriptFlags: SettingFlags {
    @Option(name: .long, help: ArgumentHelp("A file with settings.", valueName: "file"), completion: .file())
    var config: String?

    @Option(Settings.scriptTime) var scriptTime: String?
    @Option(Settings.scriptMemory) var scriptMemory: String?
    @Option(Settings.scriptProgram) var scriptProgram: String?
    @Flag(Settings.scriptUnconfined) var scriptUnconfined: Bool?
}
