import ArgumentParser
import CommandChannel
import Orchestration
import Primitives

/// `phone --as orchestration otp`
struct OrchestrationCodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "otp", abstract: "Show a one-time password, or the answer to a challenge; no network is needed.",
        discussion: """
            A wrong PIN makes a code that looks as good; the server tells.

            Examples:
              phone --as orchestration otp tom
              phone --as orchestration otp tom --challenge 12345678 --json
              phone --as orchestration otp tom --by none
            """)

    @Argument(help: "The user's name.") var username: String
    @Option(help: "The challenge, 4 to 16 letters and digits.") var challenge: String?
    @OptionGroup var method: MethodOptions
    @OptionGroup var keypad: PromptOptions
    @OptionGroup var app: OrchestrationOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        try await app.whileLocked { device, _ in
            let code = try await keypad.prompting(output) { prompts in
                try await device.oneTimePassword(
                    username, application: challenge == nil ? 2 : 3, challenge: challenge, method: method.chosen,
                    prompts: prompts)
            }
            output.say(code.sentence, code.object)
        }
    }
}

/// `phone --as orchestration sign`
struct OrchestrationSignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Sign up to eight texts of up to sixteen characters; no network is needed.",
        discussion: "Example:\n  phone --as orchestration sign tom GB33BUKB20201555 12.50 EUR")

    @Argument(help: "The user's name.") var username: String
    @Argument(help: "The fields, in their order.") var fields: [String]
    @OptionGroup var method: MethodOptions
    @OptionGroup var keypad: PromptOptions
    @OptionGroup var app: OrchestrationOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        try await app.whileLocked { device, _ in
            let code = try await keypad.prompting(output) { prompts in
                try await device.signature(username, application: 4, fields: fields, method: method.chosen, prompts: prompts)
            }
            output.say(code.sentence, code.object)
        }
    }
}

/// The options that say how the phone's user is verified before a code is made.
struct MethodOptions: ParsableArguments {
    /// The methods.
    enum Method: String, ExpressibleByArgument, CaseIterable { case pin, fingerprint, face, none }

    @Option(help: "How the user is verified: pin, fingerprint, face, none. Not every server takes codes without the PIN.") var by = Method
        .pin
    @Flag(help: "The same as --by none.") var withoutPin = false

    func validate() throws {
        guard !withoutPin || by == .pin else { throw ValidationError("--without-pin and --by exclude each other") }
    }

    var chosen: AuthenticationMethod {
        switch withoutPin ? .none : by {
        case .pin: .password
        case .fingerprint: .biometric
        case .face: .face
        case .none: .none
        }
    }
}

extension ApplicationCode {
    fileprivate var sentence: String { hostCode.map { "\(code)  (the server shows \($0))" } ?? code }

    fileprivate var object: JSONObject {
        var object: JSONObject = ["code": .string(code)]
        object["hostCode"] = hostCode.map(JSONValue.string)
        return object
    }
}
