import ArgumentParser
import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
import Primitives

/// `phone passcode`
struct PasscodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passcode", abstract: "Show the passcode of this moment; no network is needed.",
        discussion: """
            Examples:
              phone passcode
              phone passcode --watch
              phone passcode --json | jq -r .passcode
            """)

    @Flag(help: "Go on showing it, with its clock.") var watch = false
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let device = try await phone.open()
        guard watch else {
            let passcode = try await device.passcode()
            return output.say(passcode.code, passcode.object)
        }
        while !Task.isCancelled {
            let passcode = try await device.passcode()
            Terminal.write("\r\u{1B}[K" + passcode.line(at: SystemTime().now))
            try await Task.sleep(for: .milliseconds(500))
        }
    }
}

extension Passcode {
    var object: JSONObject {
        [
            "passcode": .string(code), "validFrom": .number(from.timeIntervalSince1970), "validUntil": .number(until.timeIntervalSince1970),
            "period": .integer(Int64(period)),
        ]
    }

    /// The passcode with its running clock.
    func line(at now: Date) -> String {
        let left = max(0, min(period, Int(until.timeIntervalSince(now).rounded(.up))))
        let filled = left * 20 / max(period, 1)
        let half = code.count / 2
        let bar = String(repeating: "━", count: filled) + String(repeating: "┄", count: 20 - filled)
        return "\(code.prefix(half)) \(code.dropFirst(half))  \(bar) \(left) s"
    }
}

/// `phone scan`
struct ScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Sign in somewhere by its authentication code: typed, or from a QR code.",
        discussion: """
            Without --approve or --deny the code is claimed, and what it asks is printed.

            Examples:
              phone scan 7F45HGF5
              phone scan --image qr.png --approve --user alice
            """)

    @Argument(help: "The code, or the address in its QR code.") var code: String?
    @Option(help: ArgumentHelp("Read the code from the QR code in a PNG or JPEG file.", valueName: "file")) var image: String?
    @Flag(help: "Approve.") var approve = false
    @Flag(help: "Deny.") var deny = false
    @Option(help: ArgumentHelp("The user's name or id. Needed when several users are paired.", valueName: "user")) var user: String?
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func validate() throws {
        guard (code == nil) != (image == nil) else { throw ValidationError("give either a code or --image") }
        guard !(approve && deny) else { throw ValidationError("--approve and --deny don't go together") }
    }

    func run() async throws {
        let request = try await phone.open().authenticate(code: try code ?? ImageFile.text(in: image ?? ""))
        var status = request.claim.status
        if status == .claimed, approve { status = try await request.approve(user: try person(in: request.claim.users).id) }
        if status == .claimed, deny { status = try await request.deny(user: user == nil ? nil : try person(in: request.claim.users).id) }
        var claim = request.claim
        claim.status = status
        guard case .object(var object) = claim.json else { return }
        object["nonce"] = nil
        let names = claim.users.map(\.username).joined(separator: ", ")
        output.say("\(status.rawValue)" + (status == .claimed ? ": \(names); decide with --approve or --deny" : ""), object)
    }

    private func person(in users: [DeviceUser]) throws -> DeviceUser {
        let found = users.filter { user == nil || $0.username == user || $0.id == user }
        guard found.count == 1 else {
            throw PhoneFailure("say as whom, with --user: \(users.map(\.username).joined(separator: ", "))")
        }
        return found[0]
    }
}

/// `phone payload`
struct PayloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payload", abstract: "Print a mobile payload, for the authorization request of an app on this phone.",
        discussion: """
            Examples:
              phone payload --client my-app
            """)

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let payload = try await phone.open().mobilePayload()
        output.say(payload, ["mobilePayload": .string(payload)])
    }
}

/// `phone offer`
struct OfferCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offer", abstract: "Read the ID token that a sign-on with a mobile payload brought, and pair if it offers that.",
        discussion: """
            Examples:
              phone offer --client my-app eyJhbGciOi…
              phone offer --client my-app --ignore eyJhbGciOi…
            """)

    @Argument(help: "The ID token.") var token: String
    @Flag(help: "Say what it offers, and don't pair.") var ignore = false
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        guard let offer = try await phone.open().process(idToken: token) else {
            return output.say("nothing more to do: the phone counts as it is", ["offer": false])
        }
        guard !ignore else { return output.say("a pairing is offered", ["offer": true, "subject": .string(offer.subject)]) }
        let outcome = try await offer.approve()
        output.say(PairCommand.sentence(outcome), outcome.json)
    }
}
