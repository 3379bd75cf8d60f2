import ArgumentParser
import DeviceMessages
import Foundation
import GatehouseServer
import JOSE
import Primitives
import QRImages
import Services
import DeviceRegistry
import Directory
import DevicePolicies

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
        commandName: "list", abstract: "List a user's devices in their order; the first is the default.",
        discussion: "Example:\n  gatehouse device list demo")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let user = try await domain.existingUser(username, in: realm)
        let devices = try await domain.devices.devices(of: user.id, in: realm.id)
        output.show(devices.map { $0.summary(at: domain.time.now) }, columns: ["id", "type", "status", "name", "locked", "blocked"])
    }
}

/// `gatehouse device pair`
struct DevicePairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: "Make a pairing key for a user, and show it as a QR code.",
        discussion: """
            Whoever gets the key can approve this user's sign-ins: show it to nobody else.

            Examples:
              gatehouse device pair demo
              phone pair --trust "$(gatehouse device pair demo --json | jq -r .uri)"
            """)

    @Argument(help: "The name to sign in with.") var username: String
    @Option(help: ArgumentHelp("Only phones with this native application may use it; may be repeated.", valueName: "client_id"))
    var application: [String] = []
    @OptionGroup var realm: RealmOption
    @OptionGroup var server: ServerFlags
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await server.open { domain, configuration in
            let realm = try await realm.realm(in: domain)
            let user = try await domain.existingUser(username, in: realm)
            let key = try await domain.pairingKeys.create(for: user.id, applications: application, in: realm)
            let code = key.code ?? Secret("")
            let uri = PairingKeyText(key: code, base: configuration.publicURL, realm: realm.id.uuidString.lowercased()).text
            if output.json {
                return output.show(["id": .string(key.id.uuidString.lowercased()), "key": .string(code.reveal()), "uri": .string(uri)])
            }
            for line in try QRCode(uri).terminalLines() { print(line) }
            print("Pairing key \(code.reveal()), until \(key.expires.formatted(.iso8601))\n\(uri)")
        }
    }
}

/// A device of a user, and what is to be done with it.
struct DeviceTarget: ParsableArguments {
    @Argument(help: "The name to sign in with.") var username: String
    @Argument(help: "The device's id.") var device: String

    var id: UUID {
        get throws {
            guard let id = UUID(uuidString: device) else {
                throw CommandFailure("\(device) is no device's id; gatehouse device list shows them")
            }
            return id
        }
    }
}

/// `gatehouse device block`
struct DeviceBlockCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: "Let nobody authenticate by a device until it is unblocked.",
        discussion: "Example:\n  gatehouse device block demo 2f1c4a52-8f1e-4f0b-a6a4-0f3a7c1f0d11")

    @OptionGroup var target: DeviceTarget
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        try await domain.change(target, realm, output) { try await domain.devices.setBlocked(true, target.id, of: $0.id, in: $1) }
    }
}

/// `gatehouse device unblock`
struct DeviceUnblockCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: "Let a blocked device be used again.",
        discussion: "Example:\n  gatehouse device unblock demo 2f1c4a52-8f1e-4f0b-a6a4-0f3a7c1f0d11")

    @OptionGroup var target: DeviceTarget
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        try await domain.change(target, realm, output) { try await domain.devices.setBlocked(false, target.id, of: $0.id, in: $1) }
    }
}

/// `gatehouse device unlock`
struct DeviceUnlockCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Take back a lock that wrong passcodes or unanswered pushes brought.",
        discussion: "Example:\n  gatehouse device unlock demo 2f1c4a52-8f1e-4f0b-a6a4-0f3a7c1f0d11")

    @OptionGroup var target: DeviceTarget
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        try await domain.change(target, realm, output) { try await domain.devices.unlock(target.id, of: $0.id, in: $1) }
    }
}

/// `gatehouse device remove`
struct DeviceRemoveCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a device; a phone is no longer paired then.",
        discussion: "Example:\n  gatehouse device remove demo 2f1c4a52-8f1e-4f0b-a6a4-0f3a7c1f0d11 --yes")

    @OptionGroup var target: DeviceTarget
    @Flag(help: "Ask no question.") var yes = false
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        if !yes {
            guard try Terminal.confirm("Remove the device \(target.device) of \(target.username)?") else { return }
        }
        let realm = try await realm.realm(in: domain)
        let user = try await domain.existingUser(target.username, in: realm)
        guard try await domain.devices.remove(target.id, of: user.id, in: realm) != nil else {
            throw CommandFailure("\(target.username) has no device \(target.device)")
        }
        output.report("removed the device \(target.device)", ["removed": .string(target.device)])
    }
}

/// `gatehouse device logs`
struct DeviceLogsCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: "Write logs that a device has sent to a file, as gzip.",
        discussion: "Example:\n  gatehouse device logs 5f1c4a52 --to logs.gz && zcat logs.gz")

    @Argument(help: "The support id that the device showed.") var supportID: String
    @Option(help: "The file.", completion: .file()) var to: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        guard let entry = try await domain.deviceLogs.entry(supportID, in: realm.id) else {
            throw CommandFailure("no logs of the support id \(supportID); they are kept for thirty days")
        }
        try Data(entry.body).write(to: URL(fileURLWithPath: to))
        output.report("wrote \(entry.body.count) bytes to \(to)", ["installation": .string(entry.installation), "file": .string(to)])
    }
}

/// `gatehouse device import-key`
struct DeviceImportKeyCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-key", abstract: "Let an installation of the older product move over, once, by its public key.",
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
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let user = try await domain.existingUser(username, in: realm)
        let key: JWK
        do { key = try JWK(parsing: Array(try InputFile.text(file).utf8)) } catch let error as JWKError {
            throw CommandFailure("\(file) holds no key: \(error.reason)")
        }
        try await domain.migrationKeys.add(key, of: device, for: user, application: application, in: realm)
        output.report("the device \(device) may move over to \(username)", ["device": .string(device), "user": .string(username)])
    }
}

extension Domain {
    /// Changes a device, and tells how it is now.
    fileprivate func change(
        _ target: DeviceTarget, _ realm: RealmOption, _ output: OutputOptions, _ body: (User, Realm) async throws -> UserDevice
    ) async throws {
        let realm = try await realm.realm(in: self)
        let user = try await existingUser(target.username, in: realm)
        output.show(try await body(user, realm).summary(at: time.now))
    }
}

extension UserDevice {
    fileprivate func summary(at now: Date) -> JSONObject {
        var object: JSONObject = [
            "id": .string(id.uuidString.lowercased()), "type": .string(kind.rawValue), "status": .string(status.rawValue),
            "name": .string(nickname ?? contact ?? ""),
        ]
        object["locked"] = isLocked(at: now) ? .string(lockReason?.rawValue ?? "yes") : .string("")
        object["blocked"] = .string(blocked?.formatted(.iso8601) ?? "")
        return object
    }
}
