import ArgumentParser
import CommandChannel
import Foundation
import Orchestration
import Primitives
import TerminalJourneys

/// `phone --as orchestration activate`
struct OrchestrationActivateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate", abstract: "Activate a user on this phone by the activation password, and choose a PIN.",
        discussion: """
            Examples:
              phone --as orchestration activate tom --customer http://127.0.0.1:8091
              printf '%s\\n' K7M2-9QXD-R 193758 193758 | phone --as orchestration activate tom
            """)

    @Argument(help: "The user's name.") var username: String
    @OptionGroup var keypad: PromptOptions
    @OptionGroup var app: OrchestrationOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        try await app.whileLocked { device, relay in
            let user = TerminalConversation()
            guard let typed = try? user.askHidden(user.isTyped ? "Activation password: " : ""), !typed.isEmpty else {
                throw PhoneFailure("give the activation password as the first line of standard input")
            }
            try await keypad.prompting(output) { prompts in
                try await device.activate(username, password: typed.reveal(), through: relay, prompts: prompts)
            }
            let serial = try await device.information(username).serial
            output.say("\(username) is activated, under \(serial)", ["username": .string(username), "serialNumber": .string(serial)])
        }
    }
}

/// `phone --as orchestration pin`
struct OrchestrationPINCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Change a user's PIN.",
        discussion: "Example:\n  printf '%s\\n' 193758 846207 846207 | phone --as orchestration pin tom")

    @Argument(help: "The user's name.") var username: String
    @OptionGroup var keypad: PromptOptions
    @OptionGroup var app: OrchestrationOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        try await app.whileLocked { device, relay in
            try await keypad.prompting(output) { prompts in
                try await device.changePassword(username, application: 2, through: relay, prompts: prompts)
            }
            output.say("the PIN is changed", ["username": .string(username), "changed": true])
        }
    }
}

/// `phone --as orchestration approve`
struct OrchestrationApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Approve or reject what the server asks: from an image, a text, or what waits for a user.",
        discussion: """
            What is shown comes before the PIN is asked for. Without --yes and --reject the decision is asked for, too.

            Examples:
              phone --as orchestration approve tom --yes
              phone --as orchestration approve --command 4f4301…
              phone --as orchestration approve --image qr.png --reject
              phone --as orchestration approve tom --keypad page --scramble
            """)

    @Argument(help: "The user whose waiting request it is.") var username: String?
    @Option(help: ArgumentHelp("The request as text.", valueName: "hex")) var command: String?
    @Option(help: ArgumentHelp("Read the request from the QR code in a PNG or JPEG file.", valueName: "file")) var image: String?
    @Flag(help: "Approve without being asked.") var yes = false
    @Flag(help: "Reject.") var reject = false
    @OptionGroup var keypad: PromptOptions
    @OptionGroup var app: OrchestrationOptions
    @OptionGroup var output: PhoneOutput

    func validate() throws {
        guard [username, command, image].compactMap(\.self).count == 1 else {
            throw ValidationError("give one of a user, --command and --image")
        }
        guard !(yes && reject) else { throw ValidationError("--yes and --reject exclude each other") }
    }

    func run() async throws {
        try await app.whileLocked { device, relay in
            let request = try await request(device, relay)
            let (kind, user) = try await device.addressee(of: request)
            let output = output
            let decision: Decision? = reject ? .reject : yes ? .approve : nil
            let outcome = try await keypad.prompting(
                output, decision: decision, shows: { output.say($0.display.text, ["shown": .string($0.display.text)]) }
            ) { prompts in try await device.answer(request, through: relay, prompts: prompts) }
            output.say(
                "\(outcome.word)\(outcome.isOutdated ? ": the request was over" : "")",
                [
                    "username": .string(user.name), "kind": kind == .remoteTransaction ? "transaction" : "authentication",
                    "outcome": .string(outcome.word), "outdated": .bool(outcome.isOutdated),
                ])
        }
    }

    private func request(_ device: OrchestrationDevice, _ relay: CustomerRelay) async throws -> String {
        if let command { return command }
        if let image { return try ImageFile.text(in: image) }
        guard let waiting = try await device.pendingRequests(username ?? "", through: relay).first else {
            throw PhoneFailure("no request waits for \(username ?? "")", exitCode: 2)
        }
        return waiting
    }
}

extension RemoteOutcome {
    fileprivate var isOutdated: Bool { if case .outdated = self { true } else { false } }

    fileprivate var word: String {
        switch self {
        case .accepted, .outdated(.accepted): "accepted"
        case .refused, .outdated(.refused): "refused"
        case .outdated(.expired): "expired"
        case .outdated(.unknown): "unknown"
        }
    }
}
