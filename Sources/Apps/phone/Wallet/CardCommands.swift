import ArgumentParser
import Foundation
import Primitives
import Wallet

/// `phone wallet join`
struct WalletJoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Make this wallet known to a server, and print its id.",
        discussion: """
            Examples:
              phone wallet join http://localhost:8080/wallets/alpha/v1/
            """)

    @Argument(help: ArgumentHelp("The server's address for wallets, {base}/wallets/{realm}/v1/.", valueName: "url")) var address: String
    @OptionGroup var wallet: WalletOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let lock = try wallet.phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let opened = try await wallet.join(address)
        output.say("the wallet's id is \(opened.id.text)", ["id": .string(opened.id.text)])
    }
}

/// `phone wallet cards`
struct WalletCardsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards", abstract: "Show the claims, and whether they are still good; this is what phone wallet does by itself.",
        discussion: """
            Examples:
              phone wallet cards
              phone wallet cards --check
            """)

    @Flag(help: "Look in the log first whether the claims are still good.") var check = false
    @OptionGroup var wallet: WalletOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let lock = try wallet.phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let opened = try await wallet.open()
        if check { try await opened.refreshClaims() }
        let now = Date()
        let claims = try await opened.claims
        guard !output.json else {
            Terminal.write(
                JSONValue.object(["id": .string(opened.id.text), "claims": .array(claims.map { $0.card(at: now) })]).text + "\n")
            return
        }
        if claims.isEmpty { Terminal.say("no claims yet; services issue them to \(opened.id.text)") }
        for (number, claim) in claims.enumerated() { for line in claim.lines(number + 1, at: now) { Terminal.say(line) } }
    }
}

/// `phone wallet remove`
struct WalletRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a claim from this wallet.",
        discussion: """
            Examples:
              phone wallet remove 2
            """)

    @Argument(help: ArgumentHelp("The claim's number, as phone wallet shows it.", valueName: "number")) var number: Int
    @OptionGroup var wallet: WalletOptions

    func run() async throws {
        let lock = try wallet.phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let opened = try await wallet.open()
        try await opened.remove(try await opened.claims.numbered(number))
    }
}

/// `phone wallet rotate`
struct WalletRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Take new keys.",
        discussion: """
            Examples:
              phone wallet rotate
            """)

    @OptionGroup var wallet: WalletOptions

    func run() async throws {
        let lock = try wallet.phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        try await wallet.open().rotateKeys()
    }
}

/// `phone wallet erase`
struct WalletEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erase the wallet here and on the server, with claims, mail and keys.",
        discussion: """
            Examples:
              phone wallet erase
            """)

    @OptionGroup var wallet: WalletOptions

    func run() async throws {
        let lock = try wallet.phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        try await wallet.open().erase()
        try wallet.leave()
    }
}

extension [HeldClaim] {
    /// The claim of a number as the list shows it.
    func numbered(_ number: Int) throws -> HeldClaim {
        guard indices.contains(number - 1) else { throw PhoneFailure("there is no claim \(number)") }
        return self[number - 1]
    }
}

extension HeldClaim {
    /// The claim for a terminal: one line for its kind, issuer and state, one for each value.
    func lines(_ number: Int, at now: Date) -> [String] {
        let head = "\(number). \(value(of: "CardType") ?? "Claim") · from \(issuer) · \(words(at: now))"
        let fields = keys.filter { $0 != "CardType" }.map { key in
            key == "CardImage" ? "   CardImage: a picture" : "   \(key): \(value(of: key) ?? "")"
        }
        return [head] + fields
    }

    /// The claim for programs.
    func card(at now: Date) -> JSONValue {
        var card: JSONObject = [
            "id": .string(id.text), "issuer": .string(issuer), "state": .string(words(at: now)), "registered": .bool(registration != nil),
            "data": .object(JSONObject(keys.map { ($0, .string(value(of: $0) ?? "")) })),
        ]
        card["checked"] = checked.map { .integer($0.secondsSince1970) }
        return .object(card)
    }

    private func words(at now: Date) -> String {
        switch state(at: now) {
        case .good: "good"
        case .ends(let end): "good until \(end.formatted(.iso8601))"
        case .expired(let end): "NOT GOOD since \(end.formatted(.iso8601))"
        }
    }
}
