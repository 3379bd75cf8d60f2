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
}
