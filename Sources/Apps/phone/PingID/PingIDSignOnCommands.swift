import ArgumentParser
import Foundation
import PingIDClient
import PingIDMessages
import Primitives

/// `phone --as pingid pair`
struct PingIDPairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: "Register this device for a user, through the customer's server.",
        discussion: """
            Examples:
              phone --as pingid pair tom --app-id bank-app --customer http://127.0.0.1:8090 --level primary
              echo secret | phone --as pingid pair tom --level trusted
            """)

    @Argument(help: "The user's name.") var username: String
    @OptionGroup var choice: PingIDChoice
    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws { try await SignOn(resource: "registrations", username: username, choice: choice).run(app, output) }
}

/// `phone --as pingid sign-on`
struct PingIDSignOnCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-on", abstract: "Sign a user on in the customer's app.",
        discussion: """
            Without a choice, the trust levels that are offered are printed and left to wait for: phone --as pingid choose.

            Examples:
              phone --as pingid sign-on tom
              phone --as pingid sign-on tom --level ignored --ignore-for 30minutes
            """)

    @Argument(help: "The user's name.") var username: String
    @OptionGroup var choice: PingIDChoice
    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws { try await SignOn(resource: "sign-ons", username: username, choice: choice).run(app, output) }
}

/// A payload's way to the customer's server and back.
private struct SignOn {
    let resource: String
    let username: String
    let choice: PingIDChoice

    func run(_ app: PingIDOptions, _ output: PhoneOutput) async throws {
        let lock = try app.phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let (device, customer) = (try await app.open(), try app.customerServer())
        let password = try CustomerServer.askedPassword(of: username)
        let answer = try await customer.begin(resource, username, password, payload: try await device.payload())
        guard let payload = answer.payload else { throw PhoneFailure("the customer's server handed no payload back: \(answer.status)") }
        let outcome = try await device.accept(serverPayload: payload)
        var object = outcome.object
        (object["id"], object["status"]) = (.string(answer.id), .string(answer.status))
        var sentence = "\(answer.status): \(outcome.sentence)"
        if !outcome.trustLevels.isEmpty, let selection = try choice.selection(of: username) {
            try await device.select(selection, for: outcome.session)
            object["chosen"] = .string(choice.word)
            sentence += "; chosen: \(choice.word)"
        }
        output.say(sentence, object)
    }
}

/// `phone --as pingid choose`
struct PingIDChooseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "choose", abstract: "Answer what the last sign-on or push asked.",
        discussion: """
            Examples:
              phone --as pingid choose --level trusted
              phone --as pingid choose --deny
            """)

    @OptionGroup var choice: PingIDChoice
    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        guard let selection = try choice.selection() else {
            throw ValidationError("say what you choose, such as --approve or --level trusted")
        }
        try await app.open().select(selection)
        output.say("chosen: \(choice.word)", ["chosen": .string(choice.word)])
    }
}

/// `phone --as pingid finish`
struct PingIDFinishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish", abstract: "Finish a sign-on by PingFederate, which got a payload of this phone and handed none back.",
        discussion: """
            Examples:
              phone --as pingid finish --payload      print a payload for PingFederate
              phone --as pingid finish
            """)

    @Flag(help: "Make the payload for PingFederate.") var payload = false
    @OptionGroup var app: PingIDOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let device = try await app.open()
        guard !payload else {
            let made = try await device.payload()
            return output.say(made, ["payload": .string(made)])
        }
        let outcome = try await device.finishIdentityProviderStep()
        output.say(outcome.sentence, outcome.object)
    }
}

extension PayloadOutcome {
    fileprivate var object: JSONObject {
        let levels = trustLevels.map { JSONValue.string($0.rawValue) }
        return ["state": .string(state.rawValue), "trustLevels": .array(levels)]
    }

    /// The outcome in a sentence.
    var sentence: String {
        switch state {
        case .done: "nothing more is to be done here"
        case .deviceIsTrusted: "this device is trusted"
        case .trustLevels: "choose the trust: " + trustLevels.map(\.rawValue).joined(separator: ", ")
        case .oneTimePasscode: "type a passcode of a trusted device where you sign on"
        }
    }
}
