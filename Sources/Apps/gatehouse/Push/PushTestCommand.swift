import ArgumentParser
import DeviceMessages
import Foundation
import GatehouseServer
import Primitives
import Services
import Directory
import Messaging

/// `gatehouse push test`
struct PushTestCommand: ConfiguredCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a push message to a device, and say whether its provider took it.",
        discussion: """
            The address is the object that a device tells: kind is APNS with a token and perhaps sandbox, FCM with a token, WEB_PUSH with
            endpoint, p256dh and auth, or BUILT_IN with --installation. The message is a trial, signed by the realm: an app shows it and does
            nothing.

            Examples:
              gatehouse push test --client my-app --bundle-id com.example.app --address '{"kind":"APNS","token":"a1b2…","sandbox":true}'
              gatehouse push test --client my-app --address '{"kind":"FCM","token":"APA91b…"}' --json
            """)

    @Option(help: "Where to, as JSON.") var address: String
    @Option(help: "The app's name at Apple, which an APNS address needs; the application's unless given.") var bundleId: String?
    @Option(help: "The installation that the message is for.") var installation = "test"
    @Option(help: "For how many seconds it is tried, and kept.") var lasting = 40
    @Flag(help: "Show the person nothing.") var silent = false
    @Flag(help: "Break through the person's focus.") var timeSensitive = false
    @OptionGroup var client: PushClientOption
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...3600).contains(lasting) else { throw ValidationError("--lasting is 1 to 3600 seconds.") }
    }

    func run(in domain: Domain, with configuration: ServerConfiguration) async throws {
        let realm = try await realm.realm(in: domain)
        let application = try await domain.existingClient(client.client, in: realm)
        let address = try pushAddress()
        let recipient = PushRecipient(
            installation, in: realm, application: application.id, bundleID: bundleId ?? application.settings.mobile?.bundleID,
            address: address)
        let message = try await domain.trialPush(
            to: installation, in: realm,
            issuer: DeviceIssuer(base: configuration.publicURL, realm: realm.id.uuidString.lowercased()), isSilent: silent,
            isTimeSensitive: timeSensitive, lasting: lasting)
        let requests = try OutboundRequests(authorities: configuration.outboundAuthorities)
        do {
            try await domain.notifications(by: requests, configuration.push).send(message, to: recipient)
        } catch let error as PushError {
            await requests.close()
            throw CommandFailure("\(error.name): \(error)")
        } catch {
            await requests.close()
            throw error
        }
        await requests.close()
        output.report("the message was taken", ["delivered": true, "kind": .string(address.kind)])
    }

    private func pushAddress() throws -> PushAddress {
        guard let json = try? JSONValue(parsing: address) else { throw CommandFailure("--address is no JSON") }
        do { return try PushAddress(json: json) } catch { throw CommandFailure("--address: \(error.message)") }
    }
}
