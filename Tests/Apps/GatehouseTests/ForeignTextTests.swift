import Primitives
import Testing

@Suite("Texts from elsewhere in the terminal")
struct ForeignTextTests {
    @Test("a token's header and claims are shown, and not obeyed")
    func token() async throws {
        let parts = [
            #"{"alg":"ES256","kid":"\u001b]0;x\u0007"}"#, #"{"sub":"\u001b[2Jroot","a\u001b[2Jb":"\u202ex"}"#,
            String(repeating: "x", count: 64),
        ]
        let token = parts.map { Base64URL.encode($0.utf8) }.joined(separator: ".")
        let shown = try await Program.run("token", "inspect", "-", input: token + "\n")
        #expect(shown.code == 0 && shown.output.contains("�]0;x�") && shown.output.contains("�[2Jroot") && shown.output.contains("a�[2Jb"))
        #expect(!shown.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{07}" || $0 == "\u{202E}" })
    }

    @Test(
        "an argument that no text is made of is refused before a command compares it",
        arguments: [
            ["user", "show"], ["client", "create"], ["otp", "uri"], ["serve", "--host"], ["help"], [], ["--no-such-flag", "x"],
        ])
    func arguments(command: [String]) async throws {
        for (argument, what) in [
            (String(repeating: "\u{315}\u{301}", count: 16), "marks in a row"), (String(repeating: "a", count: 70_000), "is longer than"),
        ] {
            let ending = try await Program.run(command + [argument])
            #expect(ending.code == 64 && ending.complaints.count == 1, "\(ending.complaints)")
            #expect(ending.complaints.first?.contains("the argument \(command.count + 1)") == true)
            #expect(ending.complaints.first?.contains(what) == true)
        }
    }
}
