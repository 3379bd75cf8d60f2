import ArgumentParser
import Testing

@testable import phone

@Suite("The phone's command line")
struct CommandTests {
    @Test(
        "every command is parsed, the screen without being named",
        arguments: [
            [], ["--page"], ["--page", "--port", "0", "--name", "B"], ["pair", "01234567890123"], ["pair", "--image", "a.png", "--trust"],
            ["unpair", "--all"], ["list", "--json"], ["trust"], ["wait", "--approve", "--number", "42"],
            ["passcode", "--watch", "--offline"],
            ["scan", "7F45HGF5", "--deny"], ["payload", "--client", "c"], ["offer", "token"], ["info"], ["push", "off"], ["rotate"],
            ["logs"],
            ["add", "otpauth://totp/a?secret=GE"], ["add", "--image", "a.png"], ["accounts", "--json"], ["code", "--watch"],
            ["code", "ada"],
            ["remove", "ada"], ["backup", "f", "--open", "aegis"], ["restore", "f", "--open"],
            ["journey", "Login"], ["journey", "--resume", "http://a/?suspendedId=x"],
            ["journey", "Login", "--realm", "b", "--sensor", "nobody"],
            ["journey", "PasskeyRegistration", "--signed-in"], ["keys"], ["keys", "--json"], ["keys", "delete", "x", "--force"],
            ["lose"], ["reinstall", "--stay-paired"], ["completions", "bash"],
            ["wallet"], ["wallet", "--json"], ["wallet", "join", "http://127.0.0.1/wallets/a/v1/"],
            ["wallet", "mail", "--answer", "--yes"],
            ["wallet", "scan", "--image", "a.png", "--key", "a", "--key", "b"], ["wallet", "history", "--clear"],
            ["wallet", "share", "6f1c0c4e-0000-4000-8000-000000000001", "--claim", "1", "--word", "a=b"],
            ["wallet", "ask", "6f1c0c4e-0000-4000-8000-000000000001", "--key", "a"], ["wallet", "remove", "1"], ["wallet", "rotate"],
            ["wallet", "erase"],
        ])
    func parses(_ arguments: [String]) throws {
        let command = try PhoneCommand.parseAsRoot(arguments)
        if arguments.first?.hasPrefix("--") ?? true { #expect(command is ScreenCommand) }
    }

    @Test(
        "what makes no sense is refused",
        arguments: [
            ["pair"], ["pair", "1", "--image", "a"], ["wait", "--approve", "--deny"], ["wait", "--count", "0"], ["unpair"],
            ["push", "maybe"],
            ["add"], ["add", "x", "--image", "y"], ["remove"], ["backup"], ["backup", "f", "--open", "other"],
            ["list", "--tampering", "2"],
            ["journey"], ["journey", "Login", "--resume", "x"], ["keys", "delete"],
            ["scan"], ["list", "--name", "../x"], ["list", "--name", ""],
            ["wallet", "scan"], ["wallet", "mail", "--yes"], ["wallet", "share", "x", "--claim", "1"], ["wallet", "ask", "x"],
            ["wallet", "share", "6f1c0c4e-0000-4000-8000-000000000001"], ["wallet", "join"],
        ])
    func refuses(_ arguments: [String]) { #expect(throws: (any Error).self) { try PhoneCommand.parseAsRoot(arguments) } }
}
