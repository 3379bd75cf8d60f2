import Foundation
import Primitives
import Testing
import TransparencyLog

@Suite("Signed notes")
struct NoteTests {
    private let vectors: TreeVectors

    init() throws { vectors = try TreeVectors() }

    private func key() throws -> NoteKey { try NoteKey(text: try #require(vectors.note["key"]?.string)) }

    private func published(text: String? = nil) throws -> [UInt8] {
        let text = try text ?? #require(vectors.note["text"]?.string)
        return Array("\(text)\n\u{2014} example.com/foo \(try #require(vectors.note["signature"]?.string))\n".utf8)
    }

    @Test("the published note verifies by the published key, and is written again byte for byte")
    func vector() throws {
        let note = try SignedNote(parsing: try published())
        #expect(note.text == vectors.note["text"]?.string)
        #expect(try note.verified(by: [try key()]).map(\.key.name) == ["example.com/foo"])
        #expect(note.encoded == (try published()))
        #expect(try key().text == vectors.note["key"]?.string)
    }

    @Test("another text, and no known key, are refused with their reasons")
    func refusals() throws {
        let changed = try SignedNote(parsing: try published(text: "This is another message.\n"))
        #expect(throws: TransparencyError(.invalidSignature, "")) { _ = try changed.verified(by: [try key()]) }
        let note = try SignedNote(parsing: try published())
        let stranger = try NoteKey(name: "example.com/foo", kind: .ed25519, publicKey: [UInt8](repeating: 1, count: 32))
        #expect(throws: TransparencyError(.unsigned, "")) { _ = try note.verified(by: [stranger]) }
        #expect(throws: TransparencyError(.unsigned, "")) { _ = try note.verified(by: []) }
    }

    @Test(
        "what is no note is refused",
        arguments: [
            "", "\n", "\n\n", "text", "text\n", "text\n\n", "text\n\n\n", "text\n\n\u{2014} a AAAAAAA=", "text\n\n\u{2014} a AAAAAAA=\n\n",
            "text\n\n- a AAAAAAA=\n", "text\n\n\u{2014} AAAAAAA=\n", "text\n\n\u{2014}  AAAAAAA=\n", "text\n\n\u{2014} a AAAA\n",
            "text\n\n\u{2014} a+b AAAAAAA=\n", "text\n\n\u{2014} a\u{A0}b AAAAAAA=\n", "te\txt\n\n\u{2014} a AAAAAAA=\n",
            "text\n\n\u{2014} a AAAAAAB=\n", "text\n\n\u{2014} a AAAAAAA\n", "text\n\n\u{2014} a AAAA_AA=\n",
        ])
    func malformed(text: String) {
        #expect(throws: TransparencyError(.malformedNote, "")) { _ = try SignedNote(parsing: Array(text.utf8)) }
    }

    @Test("lengths and numbers are bounded, and sixteen signatures are taken")
    func bounds() throws {
        func note(_ count: Int) -> [UInt8] { Array(("text\n\n" + String(repeating: "\u{2014} a AAAAAAA=\n", count: count)).utf8) }
        #expect(try SignedNote(parsing: note(64)).signatures.count == 64)
        #expect(throws: TransparencyError(.tooLarge, "")) { _ = try SignedNote(parsing: note(65)) }
        #expect(throws: TransparencyError(.tooLarge, "")) {
            _ = try SignedNote(parsing: [UInt8](repeating: 0x61, count: SignedNote.mostBytes + 1))
        }
    }

    @Test("what is no key is refused")
    func keys() throws {
        let good = try key().text
        for text in [
            "", "a", "a+b", good.replacing("530d903a", with: "530d903b"), good.replacing("example.com/foo", with: "example.com/fob"),
            good + "A", "+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k", good.replacing("+Ae", with: "+Be"),
        ] {
            #expect(throws: TransparencyError(.malformedKey, "")) { _ = try NoteKey(text: text) }
        }
    }

    @Test("a blank line in the text is the text's, and the last one ends it")
    func blankLines() throws {
        let signer = try NoteSigner(name: "a", kind: .ed25519, seed: Secret(bytes: [UInt8](repeating: 7, count: 32)))
        var note = try SignedNote("first\n\nsecond\n")
        note.signatures.append(try signer.sign(note.text, at: Date(timeIntervalSince1970: 0)))
        let read = try SignedNote(parsing: note.encoded)
        #expect(read == note)
        #expect(try read.verified(by: [signer.key]).count == 1)
    }
}
