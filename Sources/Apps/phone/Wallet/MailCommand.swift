import ArgumentParser
import Foundation
import Primitives
import VerifiableClaims
import Wallet

/// `phone wallet mail`
struct WalletMailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "Send and fetch mail: claims, requests, shares and cancellations.",
        discussion: """
            A request to share is only shown; with --answer it is answered once the terminal has asked.

            Examples:
              phone wallet mail
              phone wallet mail --answer
              phone wallet mail --watch
            """)

    @Flag(help: "Answer requests by what the wallet has of them.") var answer = false
    @Flag(help: "Share without asking.") var yes = false
    @Flag(help: "Look again every three seconds, until it is interrupted.") var watch = false
    @OptionGroup var wallet: WalletOptions
    @OptionGroup var output: PhoneOutput

    func validate() throws {
        guard answer || !yes else { throw ValidationError("--yes goes with --answer") }
    }

    func run() async throws {
        let inbox = TerminalInbox(output: output)
        repeat {
            do {
                let lock = try wallet.phone.home.lock()
                defer { withExtendedLifetime(lock) {} }
                let opened = try await wallet.open(consent: ShareTerminal(isGiven: yes))
                try await opened.receive(inbox)
                for request in await inbox.takeRequests() where answer {
                    do { _ = try await opened.answer(request) } catch {
                        for line in PhoneFailure(error).lines { Terminal.complain(line) }
                    }
                }
            }
            if watch { try await Task.sleep(for: .seconds(3)) }
        } while watch
    }
}

/// Prints the mail.
actor TerminalInbox: WalletInbox {
    private let output: PhoneOutput
    private var requests: [ShareRequest] = []

    init(output: PhoneOutput) { self.output = output }

    /// The requests that came since they were last taken.
    func takeRequests() -> [ShareRequest] {
        defer { requests = [] }
        return requests
    }

    func receive(_ message: ReceivedMessage) {
        if case .request(let request) = message.content { requests.append(request) }
        let (sentence, kind) = Self.described(message)
        var object: JSONObject = ["kind": .string(kind), "sender": .string(message.sender.text)]
        object["message"] = message.text.map(JSONValue.string)
        object["data"] = Self.data(message.content)
        if !message.errors.isEmpty { object["errors"] = .array(message.errors.map { .string($0.reason) }) }
        output.say(
            "\(message.sender.text) \(sentence)" + (message.text.map { ": \($0)" } ?? "")
                + message.errors.map { " (not believed: \($0.reason))" }.joined(), object)
    }

    func receive(failure: WalletError) {
        output.say("mail that can't be read: \(failure.reason)", ["kind": "failure", "errors": [.string(failure.reason)]])
    }

    static func described(_ message: ReceivedMessage) -> (sentence: String, kind: String) {
        switch message.content {
        case .shares(let shares): ("shares \(shares.map(Self.words).joined(separator: "; "))", "share")
        case .claim(let claim): ("issues a claim of \(claim?.pairs.map(\.key.content).joined(separator: ", ") ?? "nothing")", "claim")
        case .expiry(_, let end): ("cancels a claim" + (end.map { " from \($0.formatted(.iso8601))" } ?? ""), "expiry")
        case .request(let request): ("asks for \(request.keys?.joined(separator: ", ") ?? "something")", "request")
        case .failure(let reason): ("could not process a message: \(reason)", "failure")
        }
    }

    private static func words(_ share: ReceivedShare) -> String {
        switch share {
        case .claim(let claim):
            claim.pairs.map { "\($0.key.content) = \($0.value.content)" }.joined(separator: ", ")
                + ", signed by \(claim.head.issuer.content)"
        case .data(let pairs): pairs.map { "\($0.key) = \($0.value)" }.joined(separator: ", ") + ", which nothing proves"
        }
    }

    /// The content of a message for programs: an array of shares, or the keys that are asked for.
    private static func data(_ content: ReceivedMessage.Content) -> JSONValue? {
        switch content {
        case .shares(let shares): .array(shares.map(Self.data))
        case .claim(let claim): claim.map { .object(JSONObject($0.pairs.map { ($0.key.content, .string($0.value.content)) })) }
        case .request(let request): request.keys.map { .array($0.map(JSONValue.string)) }
        case .expiry, .failure: nil
        }
    }

    private static func data(_ share: ReceivedShare) -> JSONValue {
        switch share {
        case .claim(let claim):
            [
                "issuer": .string(claim.head.issuer.content),
                "data": .object(JSONObject(claim.pairs.map { ($0.key.content, .string($0.value.content)) })),
            ]
        case .data(let pairs): ["data": .object(JSONObject(pairs.map { ($0.key, .string($0.value)) }))]
        }
    }
}
