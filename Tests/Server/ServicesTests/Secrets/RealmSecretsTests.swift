import Foundation
import Primitives
import Store
import Testing
@testable import Services
@testable import Directory
@testable import Foundations

@Suite("Secrets of a realm")
struct RealmSecretsTests {
    @Test("a secret is set, replaced and removed; the database shows none")
    func keeps() async throws {
        let harness = try await DomainHarness()
        let (secrets, realm) = (harness.domain.directory.secrets, harness.realm)
        try await secrets.set(Secret("first"), as: "captcha", in: realm)
        try await secrets.set(Secret("second"), as: "captcha", in: realm)
        #expect(try await secrets.secret("captcha", in: realm) == Secret("second"))
        #expect(try await secrets.secret("other", in: realm) == nil)
        #expect(try await secrets.labels(in: realm) == ["captcha"])
        let stored = try await harness.database.read { try $0.rows("SELECT value FROM realm_secrets").map { try $0.blob("value") } }
        #expect(stored.count == 1 && !stored[0].contains(Array("second".utf8)))
        #expect(try await secrets.remove("captcha", in: realm))
        #expect(try await !secrets.remove("captcha", in: realm))
        await harness.close()
    }

    @Test("a value that was moved to another label isn't opened")
    func moved() async throws {
        let harness = try await DomainHarness()
        let (secrets, realm) = (harness.domain.directory.secrets, harness.realm)
        try await secrets.set(Secret("x"), as: "a", in: realm)
        try await harness.database.write { try $0.execute("UPDATE realm_secrets SET label = 'b'") }
        await #expect(throws: SealError(.notAuthentic, "")) { try await secrets.secret("b", in: realm) }
        await harness.close()
    }

    @Test("labels and secrets that are none are refused", arguments: [("", "x"), ("a b", "x"), ("a/b", "x"), ("a", "")])
    func refused(_ label: String, _ secret: String) async throws {
        let harness = try await DomainHarness()
        await #expect(throws: DomainError.self) {
            try await harness.domain.directory.secrets.set(Secret(secret), as: label, in: harness.realm)
        }
        await harness.close()
    }
}
