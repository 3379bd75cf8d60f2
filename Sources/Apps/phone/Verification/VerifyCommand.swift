import ArgumentParser
import Foundation
import Primitives
import Verification
import VerificationMessages

/// `phone verify`
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify the identity of the phone's user, with photographs of a document and a face.",
        discussion: """
            A verification begins with a code, which the server's administrators make: 12 digits, or the address in a QR code. Photographs are JPEG
            or PNG files; they are sealed for the server before they leave the phone. A command that was interrupted is finished by phone verify
            resume. The same code is begun again as often as needed.

            Examples:
              phone verify 'http://localhost:8080/verify?realm=…&code=…' --trust
              phone verify --license front.png back.png --selfie selfie.png
              phone verify 123456789012 --passport page.jpg
              phone verify status
            """,
        subcommands: [VerifyCardsCommand.self, VerifyStatusCommand.self, VerifyResumeCommand.self, VerifyForgetCommand.self],
        defaultSubcommand: VerifyCardsCommand.self)
}

/// `phone verify cards`
struct VerifyCardsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards", abstract: "Begin a verification, submit photographs, or both; this is what phone verify does by itself.",
        discussion: """
            Without photographs it says what is asked for. After a submission it waits for the result, until a person at the server has to decide
            or --wait is over.

            Examples:
              phone verify 'http://localhost:8080/verify?realm=…&code=…' --trust
              phone verify --license front.png back.png --selfie selfie.png --wait 60
              phone verify --image qr.png --passport page.jpg
            """)

    @Argument(help: "The code, or the address in its QR code.") var code: String?
    @Option(help: ArgumentHelp("Read the code from the QR code in a PNG or JPEG file.", valueName: "file")) var image: String?
    @Flag(help: "Trust the server that the address names.") var trust = false
    @OptionGroup var photographs: CardOptions
    @Option(help: ArgumentHelp("The number of seconds to wait for the result.", valueName: "seconds")) var wait = 30
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func validate() throws {
        guard code == nil || image == nil else { throw ValidationError("give either a code or --image") }
        guard code != nil || image != nil || !photographs.isEmpty else { throw ValidationError("give a code, photographs, or both") }
        guard (0...3600).contains(wait) else { throw ValidationError("--wait is 0 to 3600") }
    }

    func run() async throws {
        let cards = try photographs.cards()
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let home = VerificationHome(phone: phone)
        let text = try code ?? image.map(ImageFile.text(in:))
        let verification =
            if let text { try await home.begin(text, trust: trust) } else { try await home.open() }
        guard !cards.isEmpty else {
            guard let transaction = try await verification.transaction else { return }
            return output.say(transaction.sentence, transaction.object)
        }
        var report = try await verification.submit(cards)
        for _ in 0..<wait where report.isAwaited {
            try await Task.sleep(for: .seconds(1))
            report = try await verification.report()
        }
        output.say(report)
        if report.status == .fail { throw ExitCode.failure }
    }
}

/// `phone verify status`
struct VerifyStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Ask for the state of the verification that was begun last.",
        discussion: """
            Examples:
              phone verify status
            """)

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let report = try await VerificationHome(phone: phone).open().report()
        output.say(report)
    }
}

/// `phone verify resume`
struct VerifyResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Finish what was interrupted: a start, or a submission.",
        discussion: """
            Examples:
              phone verify resume
            """)

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let transaction = try await VerificationHome(phone: phone).open().resume()
        output.say(transaction.sentence, transaction.object)
    }
}

/// `phone verify forget`
struct VerifyForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget the verification, its waiting photographs and what earlier ones proved; the server's data stay.",
        discussion: """
            Examples:
              phone verify forget
            """)

    @OptionGroup var phone: PhoneOptions

    func run() async throws {
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        try await VerificationHome(phone: phone).open().forget()
    }
}
