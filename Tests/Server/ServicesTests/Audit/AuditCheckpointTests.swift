import Testing
@testable import Foundations

@Suite("Checkpoints of the audit log")
struct AuditCheckpointTests {
    @Test("are read and written alike")
    func roundTrip() throws {
        let checkpoint = AuditCheckpoint(sequence: 42, hash: Array(0..<32))
        #expect(checkpoint.description == "42:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")
        #expect(try AuditCheckpoint(parsing: checkpoint.description) == checkpoint)
    }

    @Test(
        "of another form are refused",
        arguments: [
            "", ":", "1", "1:AA", "1:2:3", "-1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
            "x:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        ])
    func malformed(_ text: String) {
        #expect(throws: AuditError(.malformedCheckpoint)) { try AuditCheckpoint(parsing: text) }
    }
}
