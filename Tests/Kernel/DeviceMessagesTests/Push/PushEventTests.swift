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
    }
}
