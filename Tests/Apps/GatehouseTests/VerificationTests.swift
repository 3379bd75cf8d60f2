import Foundation
import Primitives
import ServerTesting
import Testing

@Suite("Verifications in the terminal")
struct VerificationTests {
    @Test("a verification is made, its code is mailed, it is listed, shown, decided and deleted")
    func wholeLife() async throws {
        try await withData { data async throws in
            let creation = try await data("verification", "create", "demo", "--send", "email", "--json")
            let made = try #require(creation.json, "\(creation.complaints)")
            let (id, code) = (try #require(made["id"]?.string), try #require(made["code"]?.string))
            #expect(code.count == 12 && code.allSatisfy(\.isNumber))
            let mails = try FileManager.default.contentsOfDirectory(atPath: data.path + "/mail").filter { $0.hasSuffix(".eml") }
            let mail = try String(contentsOfFile: data.path + "/mail/" + #require(mails.first), encoding: .utf8)
            #expect(mails.count == 1 && mail.contains(code))

            let shown = try await data("verification", "show", "demo", id, "--json")
            #expect(shown.json?["status"] == "REQUESTED" && !shown.output.contains(code), "the code is shown once")
            let listed = try await data("verification", "list", "--user", "demo", "--json").json?.array
            #expect(listed?.map { $0["id"]?.string } == [id] && listed?.first?["username"] == "demo")

            let unknown = try await data("verification", "decide", "demo", id, "MAYBE")
            #expect(unknown.code == 1 && unknown.complaints.count == 1 && unknown.complaints[0].contains("APPROVED_MANUALLY"))
            let decided = try await data(
                "verification", "decide", "demo", id, "APPROVED_MANUALLY", "--reason", "seen in person", "--json")
            #expect(decided.json?["status"] == "APPROVED_MANUALLY", "\(decided.complaints)")
            #expect(try await data("verification", "delete", "demo", id, "--dry-run").code == 0)
            #expect(try await data("verification", "show", "demo", id).code == 0, "a dry run deletes nothing")
            #expect(try await data("verification", "delete", "demo", id, "--yes").code == 0)
            #expect(try await data("verification", "list", "--user", "demo", "--json").json?.array?.first?["status"] != "APPROVED_MANUALLY")
        }
    }

    @Test("a code that can't be sent makes no verification")
    func unsent() async throws {
        try await withData { data async throws in
            let refused = try await data("verification", "create", "demo", "--send", "sms")
            #expect(refused.code == 1 && refused.complaints == ["error: the user has no telephoneNumber to send the code to"])
            #expect(try await data("verification", "create", "demo", "--send", "pigeon").code != 0)
            #expect(try await data("verification", "list", "--user", "demo", "--json").json?.array?.isEmpty == true)
        }
    }
}
