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
        let handled = Mutex(0)
        let isDone = try await Alarm.run(seconds) {
            try await device.listen { body in
                let counts = try await handle(body, device)
                let all = handled.withLock { (handled: inout Int) -> Int in
                    if counts { handled += 1 }
                    return handled
                }
                return all < count
            }
        }
        guard isDone else { throw PhoneFailure("the phone didn't ring within \(seconds ?? 0) seconds", exitCode: 2) }
    }

    /// - Returns: whether it is one of those that are waited for: what asks, or what is taken back where nothing is to be decided.
    private func handle(_ body: RemoteNotificationBody, _ device: PingIDDevice) async throws -> Bool {
        let selection = try choice.selection()
        let notification: PingIDNotification
        // A push that is over, or of a time before this phone's, keeps no other from being shown.
        do { notification = try await device.process(body) } catch let error as PingIDError where !error.isOffline {
            output.say(
                "a push that counts no more: \(error.reason)", ["type": "over", "code": .integer(Int64(error.code.documentedNumber))])
            return false
        }
        switch notification {
        case .done:
            output.say("the phone answered by itself", ["type": "done"])
            return false
        case .cancelled(let session):
            output.say("a request was taken back", ["type": "cancel", "session": .string(session)])
            return selection == nil
        case .authentication(let details):
            if let selection { try await device.select(selection) }
            let decision = selection == nil ? nil : choice.word
            output.say(decision.map { "\(details.sentence): \($0)" } ?? details.sentence, details.object(decision))
            return true
        }
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
