import ArgumentParser
import Foundation
import Orchestration
import Primitives

/// `phone --as orchestration users`
struct OrchestrationUsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "users", abstract: "List the users who are activated on this phone.")

    @OptionGroup var app: OrchestrationOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let users = try await app.open().device.users
        let lines = users.map {
            "\($0.name)\($0.domain.isEmpty ? "" : "@" + $0.domain)  \($0.serial)  since \($0.activated.formatted(.iso8601))"
        }
        output.say(
            lines.isEmpty ? "activated for no user" : lines.joined(separator: "\n"),
            [
                "users": .array(
                    users.map { user in
                        [
                            "username": .string(user.name), "domain": .string(user.domain), "serialNumber": .string(user.serial),
                            "activated": .string(user.activated.formatted(.iso8601)),
                        ]
                    })
            ])
    }
}

/// `phone --as orchestration face`
struct OrchestrationFaceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "face", abstract: "Let a user's face be asked for, which the simulated sensor recognises from now on.",
        discussion: "Example:\n  phone --as orchestration face tom")

    @Argument(help: "The user's name.") var username: String
    @OptionGroup var app: OrchestrationOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        try await app.whileLocked { device, _ in
            try await device.enrollFace(username)
            output.say("this phone knows the face of \(username)", ["username": .string(username), "hasFace": true])
        }
    }
}

/// `phone --as orchestration notify`
struct OrchestrationNotifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify", abstract: "Tell the server the address for notifications.",
        discussion: "Example:\n  phone --as orchestration notify tom apns:0123456789abcdef")

    @Argument(help: "The user's name.") var username: String
    @Argument(help: "The address.") var identifier: String
    @OptionGroup var app: OrchestrationOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        try await app.whileLocked { device, relay in
            try await device.registerNotifications(username, identifier: identifier, through: relay)
            output.say("the server knows the address", ["username": .string(username), "identifier": .string(identifier)])
        }
    }
}

/// `phone --as orchestration tell`
struct OrchestrationTellCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tell", abstract: "Send the phone's data with an event and the app's JSON.",
        discussion: """
            Examples:
              phone --as orchestration tell tom login '{"screen": 1}'
              phone --as orchestration tell tom login --feed '{"wifi": "home"}'
            """)

    @Argument(help: "The user's name.") var username: String
    @Argument(help: "The event's name.") var event: String
    @Argument(help: "The app's data, as JSON.") var data = "{}"
    @Option(help: ArgumentHelp("Data of the phone that the app collected itself, as JSON.", valueName: "json")) var feed = "{}"
    @OptionGroup var app: OrchestrationOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        guard let fed = (try? JSONValue(parsing: feed))?.object else { throw PhoneFailure("--feed is a JSON object") }
        try await app.whileLocked { device, relay in
            let message = try await device.deviceMessage(username, event: event, applicationData: data, data: fed, isEncrypted: true)
            _ = try await relay.send(message)
            output.say("the server has the phone's data", ["username": .string(username), "event": .string(event)])
        }
    }
}

/// `phone --as orchestration forget`
struct OrchestrationForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Remove a user from this phone; the server isn't told.",
        discussion: "Example:\n  phone --as orchestration forget tom")

    @Argument(help: "The user's name.") var username: String
    @OptionGroup var app: OrchestrationOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        try await app.whileLocked { device, _ in
            try await device.delete(username)
            output.say("this phone knows \(username) no more", ["username": .string(username), "removed": true])
        }
    }
}
