import ArgumentParser
import DeviceFoundation
import Foundation
import LoopbackRedirect
import MFA
import OIDC
import Primitives

/// `phone login`
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Sign in to the app on this phone, in the browser, with a mobile payload.",
        discussion: """
            A phone that is paired with the user counts as the second factor, without a touch. One that isn't is offered to be paired: with
            --approve it is, else nothing happens.

            Examples:
              phone login
              phone login --approve
              phone login --policy Phone_Verified
              phone login --no-browser
            """)

    @Flag(help: "Pair the phone, if that is offered.") var approve = false
    @Option(help: ArgumentHelp("The sign-on policy to ask for.", valueName: "name")) var policy: String?
    @Flag(name: .customLong("no-browser"), help: "Print the address, and open no browser.") var printsAddress = false
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        guard let issuer = try phone.home.issuers().first else {
            throw PhoneFailure("this phone knows no server yet; name one with: phone trust {base}/device/v1/{realm UUID}")
        }
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let device = try await phone.open()
        // The server may want to hear from the phone itself.
        let listening = Task { for try await _ in device.events {} }
        defer { listening.cancel() }
        let app = AppSignIn(device: device, issuer: issuer, client: phone.client, transport: try phone.network())
        let opener: any URLOpener = printsAddress ? AddressPrinter() : SystemURLOpener()
        let outcome = try await app.run(through: LoopbackBrowser(opener: opener), policy: policy)
        var object: JSONObject = ["offer": .bool(outcome.offer != nil)]
        object["subject"] = outcome.tokens.subject.map(JSONValue.string)
        object["acr"] = outcome.policy.map(JSONValue.string)
        guard approve, let offer = outcome.offer else {
            return output.say(outcome.sentence + (outcome.offer == nil ? "" : "; with --approve it would be"), object)
        }
        let paired = try await offer.approve()
        object["pairing"] = .object(paired.json)
        output.say("\(outcome.sentence): \(PairCommand.sentence(paired))", object)
    }
}

/// Tells the address in place of opening it.
private struct AddressPrinter: URLOpener {
    func open(_ url: URL) async throws { FileHandle.standardError.write(Data("open \(url.absoluteString)\n".utf8)) }
}
