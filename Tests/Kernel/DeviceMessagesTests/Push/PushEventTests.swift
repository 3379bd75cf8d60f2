import DeviceMessages
import Testing

@Suite("Events of the push stream")
struct PushEventTests {
    @Test("what goes over the wire")
    func encoded() {
        let event = PushEvent(sequence: 7, kind: .push, text: "a.b.c")
        #expect(String(decoding: event.encoded, as: UTF8.self) == "id: 7\nevent: push\ndata: a.b.c\n\n")
        let foreign = PushEvent(sequence: 8, kind: .message, text: #"{"body":"AQID"}"#)
        #expect(String(decoding: foreign.encoded, as: UTF8.self) == "id: 8\nevent: message\ndata: {\"body\":\"AQID\"}\n\n")
        let whole = PushEvent(sequence: 9, kind: .push, text: "a.b.c", document: #"{"challenge":"x"}"#)
        #expect(String(decoding: whole.encoded, as: UTF8.self) == "id: 9\nevent: push\ndata: a.b.c\ndata: {\"challenge\":\"x\"}\n\n")
    }

    @Test("what was sent is read again")
    func read() {
        #expect(PushEvent(type: "push", data: "a.b.c", sequence: 7) == PushEvent(sequence: 7, kind: .push, text: "a.b.c"))
        let whole = PushEvent(sequence: 9, kind: .push, text: "a.b.c", document: "{}")
        #expect(PushEvent(type: "push", data: "a.b.c\n{}", sequence: 9) == whole)
        #expect(PushEvent(type: "another", data: "a.b.c") == nil)
    }

    @Test("a document that would make a push too long stays behind")
    func long() {
        let statement = String(repeating: "s", count: 1000)
        let most = String(repeating: "d", count: PushEvent.longest - 1000)
        #expect(PushEvent(sequence: 1, kind: .push, text: statement, document: most).document == most)
        #expect(PushEvent(sequence: 1, kind: .push, text: statement, document: most + "d").document == nil)
    }
}
