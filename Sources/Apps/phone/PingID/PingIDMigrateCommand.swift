import ArgumentParser
import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
import PingIDClient
import PingIDMessages
import Primitives

/// `phone --as pingid migrate`
struct PingIDMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Update the app to one with the PingOne SDK, which moves this device over.",
        discussion: """
            After it, `phone` without --as is the app on this phone. With --on-push the move waits for the first push, and with --approve or
            --deny it is answered then.

            Examples:
              phone --as pingid migrate
              phone --as pingid migrate --on-push --approve
              phone list
            """)

    @Flag(help: "Move when the first push comes.") var onPush = false
    @Flag(help: "Approve what the push asks.") var approve = false
    @Flag(help: "Deny what the push asks.") var deny = false
    @Option(help: ArgumentHelp("Give up after so many seconds.", valueName: "seconds")) var seconds: Int?
    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func validate() throws {
        guard !(approve && deny) else { throw ValidationError("--approve and --deny don't go together") }
        guard onPush || !(approve || deny) else { throw ValidationError("--approve and --deny go with --on-push") }
    }

    func run() async throws {
        let home = app.phone.home
        guard onPush else {
            let lock = try home.lock()
            defer { withExtendedLifetime(lock) {} }
            let outcomes = try await app.phone.open().migrate(try await old())
            return say(outcomes.map(\.pairing), nil)
        }
        let isDone = try await Alarm.run(seconds) {
            // Until it has moved, the phone is reached as what it was.
            try await app.open().listen { try await !take($0) }
        }
        guard isDone else { throw PhoneFailure("no push came within \(seconds ?? 0) seconds", exitCode: 2) }
    }

    private func old() async throws -> OldInstallation {
        let store = try app.phone.home.store()
        let old = try await OldInstallation.stored(
            in: store, keys: SoftwareKeyStore(store, random: SystemRandom()), appData: try app.phone.home.appData())
        guard let old else { throw PhoneFailure("this phone is trusted for no user, so there is nothing to move") }
        return old
    }

    /// Takes a push as the new app does; false for one that asks nothing.
    private func take(_ body: RemoteNotificationBody) async throws -> Bool {
        let successor = try await app.phone.open()
        guard case .request(let request) = try await successor.process(remoteNotification: body.statement, movingOver: try await old())
        else { return try await successor.isPaired }
        if approve { try await request.approve() }
        if deny { try await request.deny() }
        let decision: String? = approve ? "approve" : deny ? "deny" : nil
        say(try await successor.pairings, request.object(decision: decision))
        return true
    }

    private func say(_ pairings: [MFAPairing], _ request: JSONObject?) {
        let names = pairings.map(\.user.username).joined(separator: ", ")
        var object = JSONObject()
        object["pairings"] = .array(pairings.map { JSONValue.object($0.object) })
        object["request"] = request.map(JSONValue.object)
        output.say("moved over: paired with \(names)", object)
    }
}
