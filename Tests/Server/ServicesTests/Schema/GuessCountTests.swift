import Foundation
import Store
import Testing
@testable import Foundations
@testable import Services

/// Whatever can be guessed is counted in the database. So the columns that count are the list of all that has a last try, and each names the test
/// of what the right answer is worth there.
@Suite("Counts of guesses")
struct GuessCountTests {
    private enum Row {
        /// The test of the limit: its suite's file and its function.
        case limit(String, String)
        /// The reason why nothing that can be guessed is counted there.
        case none(String)
    }

    private static let rows: [String: Row] = [
        // Password, codes that are sent and made, recovery codes, answers to questions.
        "factor_failures.count": .limit("FactorPolicyTests", "lastTry"),
        "factor_failures.in_a_row": .limit("FactorTests", "last"),
        // Passcodes of devices, at the MFA platform and of PingID.
        "passcode_failures.count": .limit("ApplicationRuleTests", "lastTry"),
        "passcode_failures.in_a_row": .limit("SignOnTests", "lastTry"),
        "password_recoveries.failures": .limit("RecoveryCodeTests", "lastTry"),
        "password_recoveries.foreign_failures": .limit("RecoveryCodeTests", "strangersTries"),
        "pairing_attempts.tries": .limit("PairingTests", "lastTry"),
        "orchestration_authenticators.attempts_left": .limit("CodeTests", "lastTry"),
        "attempts.count": .limit("PasswordAuthenticationTests", "address"),
        "retry_counts.count": .limit("RetryLimitTests", "runs"),
        "wallet_counts.count": .limit("RegistryTests", "bounds"),
        "users.failures": .none("its counts went to factor_failures"),
        "users.login_count": .none("sign-ins that succeeded"),
        "app_attest_keys.counter": .none("an app's own counter, which must rise"),
        "attested_apps.counter": .none("an app's own counter, which must rise"),
        "device_authentications.failure": .none("why one failed"),
        "outbox.tries": .none("attempts to hand over a message"),
        "pairing_keys.failure": .none("why one failed"),
        "passkeys.sign_count": .none("a passkey's own counter, which must rise"),
        "audit_samples.count": .none("events of a kind"),
        "risk_windows.count": .none("events, for risk"),
        "risk_behavior.count": .none("events, for risk"),
    ]

    @Test("each column that counts has its row, and each row its test")
    func columns() async throws {
        let database = try await SQLiteDatabase.temporary(migrations: Schema.migrations)
        let names = try await database.read { transaction in
            try transaction.rows(
                """
                SELECT t.name AS "table", c.name AS "column" FROM sqlite_master t JOIN pragma_table_info(t.name) c
                WHERE t.type = 'table' ORDER BY 1, 2
                """
            ).map { (try $0.text("table"), try $0.text("column")) }
        }
        try await database.close()
        let counting = names.filter { name in
            ["count", "tries", "attempt", "failure", "in_a_row"].contains { name.1.contains($0) }
        }.map { "\($0.0).\($0.1)" }
        #expect(Set(counting).symmetricDifference(Self.rows.keys).sorted() == [], "columns without a row, or rows without a column")
        for case (let column, .limit(let suite, let test)) in Self.rows {
            #expect(try Self.has(test, in: suite), "\(column): there is no test \(suite).\(test)")
        }
    }

    private static func has(_ test: String, in suite: String) throws -> Bool {
        var folder = URL(filePath: #filePath)
        while folder.lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.lastPathComponent == "\(suite).swift" else { continue }
            if try String(contentsOf: file, encoding: .utf8).contains("func \(test)(") { return true }
        }
        return false
    }
}
