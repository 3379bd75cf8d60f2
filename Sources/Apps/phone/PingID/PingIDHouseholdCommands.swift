import ArgumentParser
import Foundation
import PingIDClient
import PingIDMessages
import Primitives

/// `phone --as pingid users`
struct PingIDUsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "List the users for whom this phone is trusted or ignored, as far as it knows itself.")

    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let users = try await app.open().users
        let lines = users.map { user -> String in
            let line = "\(user.username)  \(user.level.rawValue)"
            guard let end = user.ignoredUntil else { return line }
            return line + " until " + end.formatted(.iso8601)
        }
        let text = lines.isEmpty ? "trusted for no user" : lines.joined(separator: "\n")
        output.say(text, ["users": .array(users.map(\.json))])
    }
}

/// `phone --as pingid root`
struct PingIDRootCommand: AsyncParsableCommand {
    enum Setting: String, ExpressibleByArgument, CaseIterable { case on, off }

    static let configuration = CommandConfiguration(
        commandName: "root", abstract: "Switch root detection on or off, and have the server judge what it finds.",
        discussion: """
            Examples:
              phone --as pingid root on
              phone --as pingid root on --tampering 0.9
            """)

    @Argument(help: "on or off.") var setting: Setting
    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        try await app.open().setRootDetection(setting == .on)
        output.say("root detection is \(setting.rawValue)", ["rootDetection": .bool(setting == .on)])
    }
}

/// `phone --as pingid logs`
struct PingIDLogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "logs", abstract: "Send the phone's logs to the server.")

    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let id = try await app.open().sendLogs()
        output.say("support id \(id)", ["supportId": .string(id)])
    }
}

/// `phone --as pingid keep`
struct PingIDKeepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep", abstract: "Say whether the device stays trusted when the app is installed again.")

    @Argument(help: "on or off.") var setting: PingIDRootCommand.Setting
    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        try await app.open().setKeepsTrustAfterReinstall(setting == .on)
        let isKept = setting == .on
        output.say(isKept ? "the trust outlives the app" : "the trust goes with the app", ["keeps": .bool(isKept)])
    }
}

/// `phone --as pingid forget`
struct PingIDForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Remove the SDK's data from this phone; the server isn't told.")

    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let lock = try app.phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        try await app.open().removeLocalData()
        output.say("this phone knows no user any more", ["removed": true])
    }
}

/// `phone --as pingid reinstall`
struct PingIDReinstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reinstall", abstract: "Remove the app from the phone, and install it again.",
        discussion:
            "The phone's own key store outlives the app. The device is trusted still only if that was said before: phone --as pingid keep on."
    )

    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let lock = try app.phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        try app.phone.home.reinstall()
        let users = try await app.open().users.map(\.username)
        let whose = users.isEmpty ? "trusted for no user" : "still of " + users.joined(separator: ", ")
        output.say("the app was installed again, \(whose)", ["users": .array(users.map(JSONValue.string))])
    }
}
