import DeviceMessages
import Primitives
import Testing

@Suite("What carriers deliver")
struct PushEnvelopeTests {
    @Test("an alert, as the app's system wants it")
    func alert() {
        let plain = PushEnvelope(statement: "a.b.c", presentation: .alert(isTimeSensitive: false))
        #expect(
            plain.apns == [
                "aps": ["alert": ["title-loc-key": "notification.title", "loc-key": "notification.message"], "sound": "default"],
                "gh": "a.b.c",
            ])
        #expect(plain.data == ["gh": "a.b.c"])
        let urgent = PushEnvelope(statement: "a.b.c", presentation: .alert(isTimeSensitive: true), category: "BANNER_BUTTONS")
        #expect(urgent.apns["aps"]?["interruption-level"] == "time-sensitive" && urgent.apns["aps"]?["category"] == "BANNER_BUTTONS")
        #expect(urgent.data == ["gh": "a.b.c", "category": "BANNER_BUTTONS"])
    }

    @Test("nothing is shown of a silent one")
    func silent() {
        let envelope = PushEnvelope(statement: "a.b.c", presentation: .silent, category: "BANNER_BUTTONS")
        #expect(envelope.apns == ["aps": ["content-available": 1], "gh": "a.b.c"])
    }

    @Test("the statement is found again, whatever carried it")
    func found() {
        let envelope = PushEnvelope(statement: "a.b.c", presentation: .silent)
        #expect(PushEnvelope.statement(in: envelope.apns) == "a.b.c" && PushEnvelope.statement(in: envelope.data) == "a.b.c")
        for foreign in [["aps": [:]], ["gh": 7], [:]] as [JSONObject] { #expect(PushEnvelope.statement(in: foreign) == nil) }
    }

    @Test("the longest statement fits into every carrier's 4 KiB")
    func longest() {
        let statement = String(repeating: "x", count: PushStatement.longest)
        let envelope = PushEnvelope(statement: statement, presentation: .alert(isTimeSensitive: true), category: "WITHOUT_BANNER_BUTTONS")
        #expect(JSONValue.object(envelope.apns).encoded.count <= 4096 && JSONValue.object(envelope.data).encoded.count <= 3993)
    }
}
