import ArgumentParser
import Foundation
import Primitives
import VerifiableClaims
import Wallet

/// `phone wallet scan`
struct WalletScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Answer the request of a service: typed, or from a QR code.",
        discussion: """
            It shares the keys that are asked for, of the newest claims that have them; with --key, only those of them. --word answers in the user's own
            words, which nothing proves.

            Examples:
              phone wallet scan 'https://id.example.com/wallets/alpha/v1/distributedid/requests/5d0c…'
              phone wallet scan --image request.png --key accountType
              phone wallet scan --image request.png --word name=Tom
            """)

    @Argument(help: "The request: its address, or its JSON.") var request: String?
    @Option(help: ArgumentHelp("Read the request from the QR code in a PNG or JPEG file.", valueName: "file")) var image: String?
    @Option(name: .customLong("key"), help: ArgumentHelp("Share this key, and no others than named so.", valueName: "key"))
    var keys: [String] = []
    @OptionGroup var own: OwnWords
    @Flag(help: "Share without asking.") var yes = false
    @OptionGroup var wallet: WalletOptions
    @OptionGroup var output: PhoneOutput

    func validate() throws {
        guard (request == nil) != (image == nil) else { throw ValidationError("give either a request or --image") }
    }

    func run() async throws {
        let lock = try wallet.phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let opened = try await wallet.open(consent: ShareTerminal(isGiven: yes))
        let read = try await opened.readRequest(try request ?? ImageFile.text(in: image ?? ""))
        let shared = try await opened.answer(read, keys, own.pairs)
        output.say("shared \(shared.joined(separator: ", "))", ["shared": .array(shared.map(JSONValue.string))])
    }
}

/// Words of the user's own, which nothing proves.
struct OwnWords: ParsableArguments {
    @Option(name: .customLong("word"), help: ArgumentHelp("Share words that nothing proves.", valueName: "key=value"))
    var words: [String] = []

    func validate() throws {
        guard words.allSatisfy({ $0.contains("=") }) else { throw ValidationError("--word is key=value") }
    }

    var pairs: [ClaimContent.Pair] {
        words.map { word in
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return ClaimContent.Pair(String(parts[0]), String(parts[1]))
        }
    }
}

/// `phone wallet share`
struct WalletShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Share a claim, or some keys of it, or your own words.",
        discussion: """
            Examples:
              phone wallet share 6f1c… --claim 1
              phone wallet share 6f1c… --claim 1 --key accountType --message 'For my account'
              phone wallet share 6f1c… --word colour=green
            """)

    @Argument(help: ArgumentHelp("The id of the wallet or service that is to receive it.", valueName: "id")) var recipient: String
    @Option(help: ArgumentHelp("The claim's number, as phone wallet shows it.", valueName: "number")) var claim: Int?
    @Option(name: .customLong("key"), help: ArgumentHelp("Share this key, and no others than named so.", valueName: "key"))
    var keys: [String] = []
    @OptionGroup var own: OwnWords
    @Option(help: "A text for the recipient.") var message: String?
    @Flag(help: "Share without asking.") var yes = false
    @OptionGroup var wallet: WalletOptions

    func validate() throws {
        guard claim != nil || !own.words.isEmpty else { throw ValidationError("give --claim or --word") }
        guard UUID(text: recipient) != nil else { throw ValidationError("the recipient's id is a UUID") }
    }

    func run() async throws {
        let lock = try wallet.phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        guard let id = UUID(text: recipient) else { return }
        let opened = try await wallet.open(consent: ShareTerminal(isGiven: yes))
        var selections: [ShareSelection] = []
        if let claim {
            let held = try await opened.claims.numbered(claim)
            selections.append(keys.isEmpty ? .whole(held) : .claim(held, keys: keys))
        }
        if !own.pairs.isEmpty { selections.append(.data(own.pairs)) }
        try await opened.share(selections, with: id, message: message)
    }
}

/// `phone wallet ask`
struct WalletAskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Ask another wallet to share something.",
        discussion: """
            Examples:
              phone wallet ask 6f1c… --key 'Bank Card->accountNumber' --message 'To pay you'
            """)

    @Argument(help: ArgumentHelp("The id of the wallet.", valueName: "id")) var recipient: String
    @Option(name: .customLong("key"), help: ArgumentHelp("Ask for this key, Key or CardType->Key.", valueName: "key"))
    var keys: [String] = []
    @Option(help: "A text for the recipient.") var message: String?
    @OptionGroup var wallet: WalletOptions

    func validate() throws {
        guard UUID(text: recipient) != nil else { throw ValidationError("the wallet's id is a UUID") }
    }

    func run() async throws {
        let lock = try wallet.phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        guard let id = UUID(text: recipient) else { return }
        try await wallet.open().request(keys.isEmpty ? nil : keys, from: id, message: message)
    }
}

/// `phone wallet history`
struct WalletHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show what was shared: when, with whom and which keys.",
        discussion: """
            Examples:
              phone wallet history
              phone wallet history --clear
            """)

    @Flag(help: "Remove all of it.") var clear = false
    @OptionGroup var wallet: WalletOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let lock = try wallet.phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let opened = try await wallet.open()
        guard !clear else { return try await opened.clearHistory() }
        for share in try await opened.history {
            var object: JSONObject = [
                "at": .integer(share.at.secondsSince1970), "recipient": .string(share.recipient.text),
                "keys": .array(share.keys.map(JSONValue.string)),
            ]
            object["purpose"] = share.purpose.map(JSONValue.string)
            object["failure"] = share.failure.map(JSONValue.string)
            output.say(
                "\(share.at.formatted(.iso8601)) · \(share.recipient.text) · \(share.keys.joined(separator: ", "))"
                    + (share.purpose.map { " · \($0)" } ?? "") + (share.failure.map { " · not delivered: \($0)" } ?? ""), object)
        }
    }
}

extension Wallet {
    /// Answers a request by what the wallet has of it.
    /// - Parameters:
    ///   - keys: the keys that are shared at most; none for all that are asked for.
    ///   - own: the user's own words, which go with them.
    /// - Returns: the keys that were shared.
    nonisolated func answer(
        _ request: ShareRequest, _ keys: [String] = [], _ own: [ClaimContent.Pair] = []
    ) async throws -> [String] {
        var selections: [ShareSelection] = []
        for match in try await matches(request) {
            guard case .claim(let claim, let found) = match else { continue }
            let chosen = keys.isEmpty ? found : found.filter(keys.contains)
            if !chosen.isEmpty { selections.append(.claim(claim, keys: chosen)) }
        }
        if !own.isEmpty { selections.append(.data(own)) }
        guard !selections.isEmpty else {
            throw PhoneFailure("this wallet has nothing of what is asked for; --word answers in your own words")
        }
        try await share(selections, with: request.sender, answering: request)
        return selections.flatMap { selection -> [String] in if case .claim(_, let keys) = selection { keys } else { own.map(\.key) } }
    }
}
