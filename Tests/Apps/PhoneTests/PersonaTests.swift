import ArgumentParser
import Testing

@testable import phone

@Suite("The app that is on the phone")
struct PersonaTests {
    @Test("is the first argument's, and the MFA app where none is named")
    func named() throws {
        #expect(try Persona.named(by: []).persona == .mfa)
        let list = try Persona.named(by: ["list", "--as", "pingid"])
        #expect(list.persona == .mfa && list.rest == ["list", "--as", "pingid"])
        for arguments in [["--as", "pingid", "users"], ["--as=pingid", "users"]] {
            let (persona, rest) = try Persona.named(by: arguments)
            #expect(persona == .pingID && rest == ["users"])
        }
        #expect(try Persona.named(by: ["--as", "orchestration", "otp"]).persona == .orchestration)
        for arguments in [["--as"], ["--as", "nothing"], ["--as="]] {
            #expect(throws: PhoneFailure.self) { try Persona.named(by: arguments) }
        }
    }

    @Test(
        "every command of the customer's app is parsed",
        arguments: [
            ["pair", "tom", "--app-id", "a", "--customer", "http://127.0.0.1:1", "--level", "primary"],
            ["sign-on", "tom", "--level", "ignored", "--ignore-for", "30minutes"],
            ["sign-on", "tom", "--level", "ignored", "--ignore-for", "always"],
            ["choose", "--approve", "--level", "trusted"], ["finish", "--payload"], ["wait", "--block", "--seconds", "3"], ["passcode"],
            ["scan", "t", "--approve", "--user", "eva"], ["scan", "--image", "a.png"], ["users", "--json"], ["trust"], ["root", "on"],
            ["logs"], ["keep", "off"], ["forget"], ["reinstall"], ["lose"], ["migrate"], ["migrate", "--on-push", "--deny"],
        ])
    func parses(_ arguments: [String]) throws { _ = try PingIDPhoneCommand.parseAsRoot(arguments) }

    @Test(
        "what makes no sense is refused",
        arguments: [
            ["pair"], ["wait", "--approve", "--deny"], ["wait", "--count", "0"], ["sign-on", "tom", "--ignore-for", "2days"],
            ["sign-on", "tom", "--level", "ignored", "--ignore-for", "0days"], ["sign-on", "tom", "--level", "none"], ["scan"],
            ["migrate", "--approve"], ["root", "maybe"],
        ])
    func refuses(_ arguments: [String]) { #expect(throws: (any Error).self) { try PingIDPhoneCommand.parseAsRoot(arguments) } }

    @Test(
        "every command of the app with commands is parsed",
        arguments: [
            ["activate", "tom", "--customer", "http://127.0.0.1:1", "--domain", "d"], ["approve", "tom", "--yes"],
            ["approve", "--command", "4f", "--reject"], ["approve", "--image", "a.png"], ["otp", "tom", "--challenge", "1234"],
            ["otp", "tom", "--without-pin", "--json"], ["sign", "tom", "a", "b"], ["pin", "tom"], ["users"], ["notify", "tom", "x"],
            ["otp", "tom", "--by", "face"], ["sign", "tom", "a", "--by", "fingerprint"], ["face", "tom"],
            ["tell", "tom", "login", "{}"], ["forget", "tom"], ["lose"],
            ["approve", "tom", "--keypad", "page", "--scramble", "--port", "0"],
            ["otp", "tom", "--keypad", "terminal", "--keypad-style", "a.strings"],
        ])
    func parsesOrchestration(_ arguments: [String]) throws { _ = try OrchestrationPhoneCommand.parseAsRoot(arguments) }

    @Test(
        "what makes no sense there is refused",
        arguments: [
            ["approve"], ["approve", "tom", "--image", "a.png"], ["approve", "tom", "--yes", "--reject"], ["sign", "tom"], ["otp"],
            ["otp", "tom", "--by", "eye"], ["otp", "tom", "--by", "face", "--without-pin"], ["face"], ["otp", "tom", "--scramble"],
            ["otp", "tom", "--port", "1"], ["otp", "tom", "--keypad", "window"],
            ["pin", "tom", "--keypad", "page", "--port", "65536"],
        ])
    func refusesOrchestration(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try OrchestrationPhoneCommand.parseAsRoot(arguments) }
    }
}
