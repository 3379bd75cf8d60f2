import Administration
import ArgumentParser
import Foundation
import JOSE
import Primitives
import QRImages

/// `gatehouse device`
struct UserDeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "Users' phones and other devices.",
        subcommands: [
            DeviceListCommand.self, DevicePairCommand.self, DeviceBlockCommand.self, DeviceUnblockCommand.self, DeviceUnlockCommand.self,
            DeviceRemoveCommand.self, DeviceLogsCommand.self, DeviceImportKeyCommand.self,
        ])
}

/// `gatehouse device list`
struct DeviceListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListDevices.declaration.purpose,
        discussion: "Example:\n  gatehouse device list demo")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let devices = try await server(ListDevices(realm: realm.path, username: username))
        output.show(devices.rows, columns: ["id", "type", "status", "name", "locked", "blocked"])
    }
}

/// `gatehouse device pair`
struct DevicePairCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: CreatePairingKey.declaration.purpose,
        discussion: """
            The holder of the key can approve this user's sign-ins: show it to the user alone.

            Examples:
              gatehouse device pair demo
              phone pair --trust "$(gatehouse device pair demo --json | jq -r .uri)"
            """)

    @Argument(help: "The name to sign in with.") var username: String
    @Option(help: ArgumentHelp("Only phones with this native application may use it; may be repeated.", valueName: "client_id"))
    var application: [String] = []
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataOptions<AllSettings>
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let made = try await server(CreatePairingKey(realm: realm.path, username: username, applications: application))
        guard !change.dryRun else { return output.report("made a pairing key for \(username)", ["user": .string(username)], change) }
        if output.json {
            return output.show(made.object.only("id", "key", "uri"))
        }
        for line in try QRCode(made.text("uri")).terminalLines() { print(line) }
        Terminal.say("Pairing key \(made.text("key")), until \(made.text("expires"))\n\(made.text("uri"))")
    }
}

/// A device of a user, and what is to be done with it.
struct DeviceTarget: ParsableArguments {
    @Argument(help: "The name to sign in with.") var username: String
    @Argument(help: "The device's id.") var device: String

    var id: UUID {
        get throws {
            guard let id = UUID(text: device) else {
                throw CommandFailure("\(device) is no device's id; gatehouse device list shows them")
            }
            return id
        }
    }
}

/// `gatehouse device block`
struct DeviceBlockCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: BlockDevice.declaration.purpose,
        discussion: "Example:\n  gatehouse device block demo 2f1c4a52-8f1e-4f0b-a6a4-0f3a7c1f0d11")

    @OptionGroup var target: DeviceTarget
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let device = try await server(BlockDevice(realm: realm.path, username: target.username, device: target.id))
        output.show(device.object, change)
    }
}

/// `gatehouse device unblock`
struct DeviceUnblockCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: UnblockDevice.declaration.purpose,
        discussion: "Example:\n  gatehouse device unblock demo 2f1c4a52-8f1e-4f0b-a6a4-0f3a7c1f0d11")

    @OptionGroup var target: DeviceTarget
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let device = try await server(UnblockDevice(realm: realm.path, username: target.username, device: target.id))
        output.show(device.object, change)
    }
}

/// `gatehouse device unlock`
struct DeviceUnlockCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: UnlockDevice.declaration.purpose,
        discussion: "Example:\n  gatehouse device unlock demo 2f1c4a52-8f1e-4f0b-a6a4-0f3a7c1f0d11")

    @OptionGroup var target: DeviceTarget
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let device = try await server(UnlockDevice(realm: realm.path, username: target.username, device: target.id))
        output.show(device.object, change)
    }
}

/// `gatehouse device delete`
struct DeviceRemoveCommand: ChangingCommand {
    static let configuration = CommandConfiguration.delete(
        abstract: RemoveDevice.declaration.purpose,
        discussion: "Example:\n  gatehouse device delete demo 2f1c4a52-8f1e-4f0b-a6a4-0f3a7c1f0d11 --yes")

    @OptionGroup var target: DeviceTarget
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        try server.confirm(confirmation, "Remove the device \(target.device) of \(target.username)?")
        _ = try await server(RemoveDevice(realm: realm.path, username: target.username, device: target.id))
        output.report("removed the device \(target.device)", ["removed": .string(target.device)], change)
    }
}

/// `gatehouse device logs`
struct DeviceLogsCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: ReadDeviceLogs.declaration.purpose,
        discussion: "Example:\n  gatehouse device logs 5f1c4a52 --to logs.gz && zcat logs.gz")

    @Argument(help: "The support id that the device showed.") var supportID: String
    @Option(help: "The file.", completion: .file()) var to: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let logs = try await server(ReadDeviceLogs(realm: realm.path, supportID: supportID))
        guard let body = Data(base64Encoded: logs.text("body")) else { throw CommandFailure("the server's logs can't be read") }
        try body.write(to: URL(fileURLWithPath: to))
        output.report("wrote \(body.count) bytes to \(to)", ["installation": .string(logs.text("installation")), "file": .string(to)])
    }
}

/// `gatehouse device import-key`
struct DeviceImportKeyCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-key", abstract: ImportDeviceKey.declaration.purpose,
        discussion: """
            The realm must take such installations: gatehouse realm set alpha migrationsUntil=2026-12-31T00:00:00Z

            Example:
              gatehouse device import-key demo 8c1f0e7a --application my-app key.jwk
            """)

    @Argument(help: "The name to sign in with.") var username: String
    @Argument(help: "The device's id in the older product.") var device: String
    @Argument(help: "The public key, a JWK on P-256; - reads standard input.", completion: .file()) var file: String
    @Option(help: ArgumentHelp("The native application that it becomes an installation of.", valueName: "client_id"))
    var application: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let key: JWK
        do { key = try JWK(parsing: Array(try InputFile.text(file).utf8)) } catch let error as JWKError {
            throw CommandFailure("\(file) holds no key: \(error.reason)")
        }
        try await server(
            ImportDeviceKey(realm: realm.path, username: username, device: device, key: key, application: application))
        output.report(
            "the device \(device) may move over to \(username)", ["device": .string(device), "user": .string(username)], change)
    }
}
