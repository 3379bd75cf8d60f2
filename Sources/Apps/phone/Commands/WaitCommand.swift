import ArgumentParser
import Authenticator
import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
import Primitives

/// `phone wait`
struct WaitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait", abstract: "Wait until the phone rings, and decide.",
        discussion: """
            Without --approve or --deny the request is printed and left to wait.

            Examples:
              phone wait
              phone wait --approve --number 42
              phone wait --deny --reason fraud --seconds 30
              phone wait --count 10 --approve
            """)

    enum Reason: String, ExpressibleByArgument, CaseIterable {
        case none, fraud, biometrics

        var wire: ChallengeDecision.Reason {
            switch self {
            case .none: .none
            case .fraud: .fraud
            case .biometrics: .biometricsRejected
            }
        }
    }

    @Flag(help: "Approve.") var approve = false
    @Flag(help: "Deny.") var deny = false
    @Option(help: ArgumentHelp("The number that is shown where the user signs in.", valueName: "number")) var number: Int?
    @Option(help: ArgumentHelp("Why it is denied: none, fraud, biometrics.", valueName: "reason")) var reason = Reason.none
    @Option(help: ArgumentHelp("How many requests to wait for.", valueName: "n")) var count = 1
    @Option(help: ArgumentHelp("Give up after so many seconds.", valueName: "seconds")) var seconds: Int?
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func validate() throws {
        guard !(approve && deny) else { throw ValidationError("--approve and --deny don't go together") }
        guard count > 0 else { throw ValidationError("--count is 1 or more") }
    }

    /// The event that the phone rings for.
    private enum Ring: Sendable {
        case request(MFARequest)
        case notification(PushNotification)
    }

    func run() async throws {
        let accounts = try await phone.accounts()
        let device = try phone.home.issuers().isEmpty ? nil : await phone.open()
        let isPaired = try await device?.isPaired ?? false
        let hasPush = try await accounts.accounts.contains { $0.push != nil }
        guard isPaired || hasPush else { throw PhoneFailure("the phone has no pairing, and no account with push") }
        let listening = Task { try await listen(to: isPaired ? device : nil, hasPush ? accounts : nil) }
        let alarm = seconds.map { seconds in
            Task {
                try await Task.sleep(for: .seconds(seconds))
                listening.cancel()
            }
        }
        let handled = try await listening.value
        alarm?.cancel()
        guard handled == count else { throw PhoneFailure("the phone didn't ring within \(seconds ?? 0) seconds", exitCode: 2) }
    }

    private func listen(to device: MFADevice?, _ accounts: Authenticator?) async throws -> Int {
        let (rings, bell) = AsyncThrowingStream.makeStream(of: Ring.self)
        let sources = Task {
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    if let device { group.addTask { for try await request in device.notifications { bell.yield(.request(request)) } } }
                    if let accounts {
                        group.addTask { for try await push in accounts.notifications { bell.yield(.notification(push)) } }
                    }
                    try await group.waitForAll()
                }
                bell.finish()
            } catch { bell.finish(throwing: error) }
        }
        defer { sources.cancel() }
        var handled = 0
        for try await ring in rings {
            switch ring {
            case .request(let request): try await handle(request)
            case .notification(let notification): if let accounts { try await handle(notification, accounts) }
            }
            handled += 1
            if handled == count { break }
        }
        return handled
    }

    private func handle(_ notification: PushNotification, _ accounts: Authenticator) async throws {
        let account = try await accounts.account(of: notification.mechanism)
        if approve {
            try await accounts.approve(notification.id, number: notification.number(number))
            output.say("approved for \(account.title)", notification.object(account: account, decision: "approve"))
        } else if deny {
            try await accounts.deny(notification.id)
            output.say("denied for \(account.title)", notification.object(account: account, decision: "deny"))
        } else {
            output.say(
                notification.lines(account: account).joined(separator: "\n"), notification.object(account: account, decision: nil))
        }
    }

    private func handle(_ request: MFARequest) async throws {
        if approve {
            try await request.approve(number: number)
            output.say("approved for \(request.user.username)", request.object(decision: "approve"))
        } else if deny {
            try await request.deny(reason: reason.wire)
            output.say("denied for \(request.user.username)", request.object(decision: "deny"))
        } else {
            output.say(request.lines.joined(separator: "\n"), request.object(decision: nil))
        }
    }
}

extension MFARequest {
    func object(decision: String?) -> JSONObject {
        var object: JSONObject = [
            "challenge": .string(id), "user": user.json, "expires": .integer(Int64(expires.timeIntervalSince1970)),
            "issuer": .string(issuer.description),
        ]
        object["number"] = (number?.name).map(JSONValue.string)
        object["clientContext"] = clientContext.map(JSONValue.string)
        object["application"] = (document.requester.name ?? document.requester.application).map(JSONValue.string)
        object["address"] = document.requester.address.map(JSONValue.string)
        object["decision"] = decision.map(JSONValue.string)
        return object
    }

    /// The lines that the user is shown.
    var lines: [String] {
        var lines = [
            "\(user.username) wants to sign in" + (document.requester.name ?? document.requester.application).map { " to \($0)" }.orEmpty
        ]
        if let address = document.requester.address { lines.append("from \(address)") }
        if let clientContext { lines.append(clientContext) }
        switch number {
        case .entered: lines.append("enter the number that is shown there")
        case .selected(let options): lines.append("which number is shown there? " + options.map(String.init).joined(separator: "  "))
        case nil: break
        }
        return lines
    }
}

extension String? {
    /// The text, or none.
    var orEmpty: String { self ?? "" }
}
