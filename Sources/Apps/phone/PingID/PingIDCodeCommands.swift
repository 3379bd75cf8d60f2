import ArgumentParser
import Foundation
import PingIDClient
import PingIDMessages
import Primitives

/// `phone --as pingid passcode`
struct PingIDPasscodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passcode", abstract: "Show the next passcode; no network is needed unless the server wants root detection.",
        discussion: """
            Examples:
              phone --as pingid passcode
              phone --as pingid passcode --offline --json
            """)

    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let lock = try app.phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let passcode = try await app.open().nextRestrictivePasscode()
        guard passcode.status == .ok else {
            throw PhoneFailure("no passcode (\(passcode.status)): \(passcode.error?.reason ?? "for no reason that is known")")
        }
        output.say(passcode.code, ["passcode": .string(passcode.code)])
    }
}

/// `phone --as pingid scan`
struct PingIDScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Sign on somewhere by its authentication token: typed, or from a QR code.",
        discussion: """
            Each state is printed. A silent push that verifies the phone is answered meanwhile.

            Examples:
              phone --as pingid scan TOKEN
              phone --as pingid scan --image qr.png --approve --user tom
            """)

    @Argument(help: "The token.") var token: String?
    @Option(help: ArgumentHelp("Read the token from the QR code in a PNG or JPEG file.", valueName: "file")) var image: String?
    @Flag(help: "Approve.") var approve = false
    @Flag(help: "Deny.") var deny = false
    @Option(help: ArgumentHelp("The user, where the phone has several.", valueName: "user")) var user: String?
    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func validate() throws {
        guard (token == nil) != (image == nil) else { throw ValidationError("give either a token or --image") }
        guard !(approve && deny) else { throw ValidationError("--approve and --deny don't go together") }
    }

    func run() async throws {
        let output = output
        let device = try await app.open { event in
            if case .token(let report) = event { output.say(report.sentence, report.object) }
        }
        let listening = Task {
            try await device.listen {
                _ = try? await device.process($0); return true
            }
        }
        defer { listening.cancel() }
        let report = try await device.validate(token: try token ?? ImageFile.text(in: image ?? ""))
        guard report.status.isAwaitedHere, approve || deny || user != nil else { return }
        let action: DeviceAction? = deny ? .deny : approve ? .approve : nil
        // The choice of a user is enough where no approval is asked for.
        let trust: TrustLevel? = action == nil ? .trusted : nil
        _ = try await device.selectForToken(UserSelection(action: action, trust: trust, username: user))
    }
}

extension TokenReport {
    fileprivate var sentence: String {
        var sentence = status.rawValue
        if !users.isEmpty { sentence += ": " + users.map(\.username).joined(separator: ", ") }
        if status.isAwaitedHere { sentence += "; decide with --approve, --deny, --user" }
        return sentence
    }

    fileprivate var object: JSONObject { json.object ?? JSONObject() }
}
