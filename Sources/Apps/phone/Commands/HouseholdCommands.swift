import ArgumentParser
import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
import Primitives

/// `phone unpair`
struct UnpairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair", abstract: "Remove a pairing, here and at the server.",
        discussion: """
            Examples:
              phone unpair alice
              phone unpair --all
            """)

    @Argument(help: "The user's name, or the pairing's id.") var who: String?
    @Flag(help: "Remove all pairings.") var all = false
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func validate() throws {
        guard all != (who != nil) else { throw ValidationError("say whom to unpair, or --all") }
    }

    func run() async throws {
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let device = try await phone.open()
        let found = try await device.pairings.filter { all || $0.id == who || $0.user.username == who }
        guard !found.isEmpty else { throw PhoneFailure("the phone is not paired with \(who ?? "a user")") }
        for pairing in found {
            try await device.unpair(pairing.id)
            output.say("no longer paired with \(pairing.user.username)", pairing.object)
        }
    }
}

/// `phone list`
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the users that the phone is paired with.")

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let pairings = try phone.home.issuers().isEmpty ? [] : await phone.open().pairings
        if output.json { return print(JSONValue.array(pairings.map { .object($0.object) }).text) }
        guard !pairings.isEmpty else { return print("no pairings") }
        for pairing in pairings { print("\(pairing.user.username)  \(pairing.issuer.base)  \(pairing.id)") }
    }
}

/// `phone trust`
struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Say which servers the phone's app may talk to.",
        discussion: """
            Bare keys and codes go to the first. Without an argument the servers are listed.

            Examples:
              phone trust http://localhost:8080/device/v1/0f3c1b7e-5a6d-4c8e-9f21-3b4c5d6e7f80
              phone trust --remove http://localhost:8080/device/v1/0f3c1b7e-5a6d-4c8e-9f21-3b4c5d6e7f80
            """)

    @Argument(help: "The server's device issuer: {base}/device/v1/{realm UUID}.") var issuer: String?
    @Flag(help: "Don't trust it any more.") var remove = false
    @Flag(help: "Make it the first.") var first = false
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() throws {
        let home = phone.home
        if let issuer {
            guard let issuer = DeviceIssuer(issuer) else {
                throw PhoneFailure("\(issuer) is no device issuer: {base}/device/v1/{realm UUID}")
            }
            if remove { try home.distrust(issuer) } else { try home.trust(issuer, first: first) }
        }
        let all = try home.issuers()
        output.say(
            all.isEmpty ? "no server is trusted" : all.map(\.description).joined(separator: "\n"),
            ["issuers": .array(all.map { .string($0.description) })])
    }
}

/// `phone info`
struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Ask the servers what they know of this phone.",
        discussion: "Logs that a server asks for are sent, and keys that are due are changed, on the way.")

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let infos = try await phone.open().info()
        for info in infos {
            switch info.report {
            case .success(let report):
                let users = report.pairings.map(\.user.username).joined(separator: ", ")
                let push = report.isPushAllowed ? report.pushKind ?? "no address" : "off"
                guard case .object(var object) = report.json else { continue }
                object["issuer"] = .string(info.issuer.description)
                output.say("\(info.issuer.base): \(users); pushes: \(push)", object)
            case .failure(let error):
                output.say(
                    "\(info.issuer.base): \(error.reason)",
                    [
                        "issuer": .string(info.issuer.description), "error": .string(error.reason),
                        "code": .integer(Int64(error.documentedNumber)),
                    ])
            }
        }
    }
}

/// `phone push`
struct PushCommand: AsyncParsableCommand {
    enum Setting: String, ExpressibleByArgument, CaseIterable { case on, off, test }

    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Allow pushes, forbid them, or ask for one as a test.",
        discussion: """
            Examples:
              phone push off
              phone push test
            """)

    @Argument(help: "on, off or test.") var setting: Setting
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let device = try await phone.open()
        switch setting {
        case .on, .off:
            try await device.allowPush(setting == .on)
            output.say("pushes are \(setting.rawValue)", ["allowed": .bool(setting == .on)])
        case .test:
            let arrived = Task {
                for try await event in device.events { if case .test = event { return true } }
                return false
            }
            try await device.testPush()
            let deadline = Task {
                try await Task.sleep(for: .seconds(15))
                arrived.cancel()
            }
            let isThere = (try? await arrived.value) ?? false
            deadline.cancel()
            guard isThere else { throw PhoneFailure("no test push came within 15 seconds") }
            output.say("the test push has arrived", ["arrived": true])
        }
    }
}

/// `phone rotate`
struct RotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rotate", abstract: "Take new keys.")

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        try await phone.open().rotateKeys()
        output.say("the phone has new keys", ["rotated": true])
    }
}

/// `phone logs`
struct LogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "logs", abstract: "Send the phone's logs to the server.")

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let id = try await phone.open().sendLogs()
        output.say("support id \(id)", ["supportId": .string(id)])
    }
}

/// `phone lose`
struct LoseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lose", abstract: "Lose the phone: everything on it is gone, and no server is told.")

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() throws {
        let home = phone.home
        do {
            let lock = try home.lock()
            defer { withExtendedLifetime(lock) {} }
            try home.lose()
        }
        output.say("the phone \(phone.name) is lost", ["lost": .string(phone.name)])
    }
}

/// `phone reinstall`
struct ReinstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reinstall", abstract: "Remove the app from the phone, and install it again.",
        discussion:
            "The phone's own key store outlives the app. The app forgets its pairings all the same, unless it was told to stay paired.")

    @Flag(help: "Have the app say first that it wants to stay paired.") var stayPaired = false
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let home = phone.home
        let lock = try home.lock()
        defer { withExtendedLifetime(lock) {} }
        if stayPaired { try await phone.open().setStaysPairedAfterReinstall(true) }
        try home.reinstall()
        let users = try home.issuers().isEmpty ? [] : await phone.open().pairings.map(\.user.username)
        output.say(
            users.isEmpty
                ? "the app was installed again, without a pairing"
                : "the app was installed again, still paired with \(users.joined(separator: ", "))",
            ["users": .array(users.map(JSONValue.string))])
    }
}
