import Administration
import ArgumentParser
import Primitives

/// `gatehouse sms`
struct SMSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sms", abstract: "The gateway that a realm's text messages, or with --voice its calls, go through.",
        discussion: "A realm without one takes that of the realm above it; set one for root, and all have it.",
        subcommands: [SMSShowCommand.self, SMSSetCommand.self, SMSUnsetCommand.self, SMSTestCommand.self])
}

/// `gatehouse sms show`
struct SMSShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: ShowGateway.declaration.purpose,
        discussion: "Example:\n  gatehouse sms show --json > gateway.json")

    @OptionGroup var channel: ChannelOption
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        output.show(try await server(ShowGateway(realm: realm.path, channel: channel.channel)).object)
    }
}

/// `gatehouse sms unset`
struct SMSUnsetCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: UnsetGateway.declaration.purpose,
        discussion: "Example:\n  gatehouse sms unset --realm alpha --yes", aliases: ["clear"])

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var channel: ChannelOption
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let (realm, channel) = (try realm.path, channel.channel)
        try server.confirm(confirmation, "Take the \(channel.noun) of realm \(realm) away?")
        try await server(UnsetGateway(realm: realm, channel: channel))
        output.report("realm \(realm) has no \(channel.noun) of its own any more", ["removed": true], change)
    }
}

/// `gatehouse sms test`
struct SMSTestCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: TestGateway.declaration.purpose,
        discussion: "Example:\n  gatehouse sms test +41791234567")

    @Argument(help: "The recipient: a number with its country's code.") var number: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var channel: ChannelOption
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let sent = try await server(TestGateway(realm: realm.path, channel: channel.channel, recipient: number))
        output.report(sent.delivery(change), sent.object, change)
    }
}

extension Told {
    /// The outcome of a trial message, or what it would be.
    func delivery(_ change: ChangeOptions) -> String {
        "\(text("host")) \(change.dryRun ? "would get" : "took") a message to \(text("to"))"
    }

}
