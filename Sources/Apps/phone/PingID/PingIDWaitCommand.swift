import ArgumentParser
import DeviceMessages
import Foundation
import PingIDClient
import PingIDMessages
import Primitives
import Synchronization

/// `phone --as pingid wait`
struct PingIDWaitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait", abstract: "Wait until the phone rings, and decide.",
        discussion: """
            Without a choice the request is printed and left to wait for: phone --as pingid choose.

            Examples:
              phone --as pingid wait --approve
              phone --as pingid wait --approve --level trusted --seconds 30
              phone --as pingid wait --block
            """)

    @OptionGroup var choice: PingIDChoice
    @Option(help: ArgumentHelp("How many pushes to wait for.", valueName: "n")) var count = 1
    @Option(help: ArgumentHelp("Give up after so many seconds.", valueName: "seconds")) var seconds: Int?
    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func validate() throws {
        guard count > 0 else { throw ValidationError("--count is 1 or more") }
    }

    func run() async throws {
        let device = try await app.open()
        guard try await device.isTrusted else { throw PhoneFailure("the phone is trusted for no user") }
        let tally = Tally()
        let isDone = try await Alarm.run(seconds) {
            try await device.listen { body in
                if try await handle(body, device) { tally.add() }
                return tally.count < count
            }
        }
        guard isDone else { throw PhoneFailure("the phone didn't ring within \(seconds ?? 0) seconds", exitCode: 2) }
    }

    /// Takes a push; a push that is over, or of a time before this phone's, keeps no other from being shown.
    ///
    /// - Returns: whether it is one of those that are waited for: what asks, or what is taken back where nothing is to be decided.
    private func handle(_ body: RemoteNotificationBody, _ device: PingIDDevice) async throws -> Bool {
        do throws(PingIDError) { return try await show(try await device.process(body), device) } catch {
            guard !error.isOffline else { throw error }
            let code = JSONValue.integer(Int64(error.code.documentedNumber))
            output.say("a push that counts no more: \(error.reason)", ["type": "over", "code": code])
            return false
        }
    }

    private func show(_ notification: PingIDNotification, _ device: PingIDDevice) async throws(PingIDError) -> Bool {
        switch notification {
        case .done:
            output.say("the phone answered by itself", ["type": "done"])
            return false
        case .cancelled(let session):
            output.say("a request was taken back", ["type": "cancel", "session": .string(session)])
            return choice.isEmpty
        case .authentication(let details):
            if let selection = try? choice.selection() { try await device.select(selection, for: details.session) }
            let decision = choice.isEmpty ? nil : choice.word
            output.say(decision.map { "\(details.sentence): \($0)" } ?? details.sentence, details.object(decision))
            return true
        }
    }

    /// Counts the pushes that were waited for.
    private final class Tally: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }
}

/// Something that may take so many seconds and no more.
enum Alarm {
    /// Runs it.
    /// - Returns: false when its time was over.
    static func run(_ seconds: Int?, _ body: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await body()
                return true
            }
            if let seconds {
                group.addTask {
                    try await Task.sleep(for: .seconds(seconds))
                    return false
                }
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }
}

extension SessionDetails {
    /// The question in a sentence.
    fileprivate var sentence: String {
        var sentence = "\(username) signs on"
        if let device { sentence += " by " + (device.name.isEmpty ? device.model : device.name) }
        if let clientContext { sentence += ": " + clientContext }
        return sentence
    }

    fileprivate func object(_ decision: String?) -> JSONObject {
        var object: JSONObject = ["type": "auth"]
        object["decision"] = decision.map(JSONValue.string) ?? JSONValue.null
        for member in json.object?.members ?? [] { object[member.name] = member.value }
        return object
    }
}
