import Foundation
import Primitives
import ServerTesting
import Testing

@Suite("Lists of accounts in the terminal: each item on its own")
struct ListTests {
    private static let good = "otpauth://totp/Example:ada?secret=GEZDGNBVGY3TQOJQ&issuer=Example"
    private static let slow = "otpauth://totp/Slow:ada?secret=GEZDGNBVGY3TQOJQ&issuer=Slow&period=60"

    @Test(
        "the exit status says whether all, some or none were written, and standard error which weren't and why",
        arguments: [
            ([good], "uris", 0, 1, 0), ([good, "otpauth://totp/x"], "uris", 3, 1, 1), (["otpauth://totp/x"], "uris", 1, 0, 1),
            ([good, slow], "migration", 3, 1, 1), ([slow], "migration", 1, 0, 1), (["\u{FEFF}" + good, slow], "aegis", 0, 2, 0),
        ] as [([String], String, Int32, Int, Int)])
    func statuses(lines: [String], format: String, status: Int32, written: Int, skipped: Int) async throws {
        let text = lines.joined(separator: "\n") + "\n"
        let ending = try await Program.run("otp", "convert", "--to", format, input: text)
        #expect(ending.code == status, "\(ending.complaints)")
        #expect(ending.complaints.filter { $0.hasPrefix("skipped ") }.count == skipped && ending.output.isEmpty == (written == 0))
        let told = try await Program.run("otp", "convert", "--to", format, "--json", input: text)
        #expect(told.code == status && told.json?["accounts"]?.array?.count == written && told.json?["skipped"]?.array?.count == skipped)
    }

    @Test("a byte order mark before a file that a command reads is no part of it")
    func marked() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/gatehouse.yaml"
        try Data("\u{FEFF}port: 70000\n".utf8).write(to: URL(fileURLWithPath: path))
        let ending = try await Program.run("config", "check", "--config", path)
        #expect(ending.code != 0 && ending.complaints.contains { $0.contains("port") && $0.contains("70000") }, "\(ending.complaints)")
        directory.remove()
    }
}
