import ArgumentParser
import GatehouseServer
import Primitives
import ResourceMessages
import Services
import Directory
import Messaging

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
        commandName: "show", abstract: "Show a realm's SMS gateway, as a file for set.",
        discussion: "Example:\n  gatehouse sms show --json > gateway.json")

    @OptionGroup var channel: ChannelOption
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        guard let gateway = try await channel.gateways(in: domain).gateway(for: realm) else { throw channel.none(realm) }
        output.show(gateway.json)
    }
}

/// `gatehouse sms unset`
struct SMSUnsetCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Take a realm's own SMS gateway away.",
        discussion: "Example:\n  gatehouse sms unset --realm alpha --yes", aliases: ["clear"])

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var channel: ChannelOption
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        guard try await channel.gateways(in: domain).own(of: realm) != nil else {
            throw CommandFailure("realm \(realm.path) has no \(channel.noun) of its own")
        }
        try confirmation.confirm("Take the \(channel.noun) of realm \(realm.path) away?")
        try await channel.gateways(in: domain).remove(of: realm)
        output.report("realm \(realm.path) has no \(channel.noun) of its own any more", ["removed": true])
    }
}

/// `gatehouse sms test`
struct SMSTestCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a text message, and say whether the gateway took it.",
        discussion: "Example:\n  gatehouse sms test +41791234567")

    @Argument(help: "Whom to send it to: a number with its country's code.") var number: String
    @OptionGroup var channel: ChannelOption
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let recipient = try PhoneNumber(number)
        guard let gateway = try await channel.gateways(in: domain).gateway(for: realm) else { throw channel.none(realm) }
        let order = SMSOrder(channel.trial, to: recipient, in: realm, purpose: "test", requester: "command line")
        let requests = OutboundRequests()
        do { try await channel.delivery(in: domain).sending(by: HTTPSMSSender(http: requests)).send(order) } catch {
            await requests.close()
            throw error
        }
        await requests.close()
        output.report(
            "\(gateway.host) took a message to \(recipient)", ["host": .string(gateway.host), "to": .string(recipient.text)])
    }
}
