import Administration
import ArgumentParser
import Primitives

/// `gatehouse push test`
struct PushTestCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: TestPush.declaration.purpose,
        discussion: """
            The address is the object that a device tells: kind is APNS with a token and perhaps sandbox, FCM with a token, WEB_PUSH with
            endpoint, p256dh and auth, or BUILT_IN with --installation. The message is a trial, signed by the realm: an app shows it and does
            nothing.

            Examples:
              gatehouse push test --client my-app --bundle-id com.example.app --address '{"kind":"APNS","token":"a1b2…","sandbox":true}'
              gatehouse push test --client my-app --address '{"kind":"FCM","token":"APA91b…"}' --json
            """)

    @Option(help: "The device's address, as JSON.") var address: String
    @Option(help: "The app's name at Apple, which an APNS address needs; the application's unless given.") var bundleId: String?
    @Option(help: "The installation that the message is for.") var installation = "test"
    @Option(help: "For how many seconds it is tried, and kept.") var lasting = 40
    @Flag(help: "Show the person nothing.") var silent = false
    @Flag(help: "Break through the person's focus.") var timeSensitive = false
    @OptionGroup var client: PushClientOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard TestPush.bounds.contains(lasting) else { throw ValidationError("--lasting is 1 to 3600 seconds.") }
    }

    func run(_ server: Operator) async throws {
        guard let address = try? JSONValue(parsing: address) else { throw CommandFailure("--address is no JSON") }
        var action = TestPush(realm: try realm.path, client: client.client, address: address)
        (action.bundleID, action.installation, action.lasting) = (bundleId, installation, lasting)
        (action.isSilent, action.isTimeSensitive) = (silent, timeSensitive)
        let kind = try await server(action).text("kind")
        output.report(
            "the message \(change.dryRun ? "would be sent" : "was taken")", ["delivered": .bool(!change.dryRun), "kind": .string(kind)],
            change)
    }
}
