import Primitives
import ScriptMessages
import Testing

@Suite("Messages between a server and its script process")
struct ScriptMessageTests {
    static let source = ScriptSource(name: "Check", text: "outcome = 'true'", generation: .legacy)

    @Test(
        "an order is read as it was written",
        arguments: [
            ScriptOrder.check(source), .run(ScriptRun(source, bindings: ["realm": "/alpha"])), .answer(.value(.null)),
            .answer(.refused("no")),
        ])
    func order(_ order: ScriptOrder) throws {
        #expect(try ScriptOrder(json: order.json) == order)
    }

    @Test(
        "a report is read as it was written",
        arguments: [
            ScriptReport.call(ScriptCall("identity.read", ["demo", "mail"])), .log(ScriptLogLine(.warn, "text")),
            .finished(ScriptResult(["outcome": "true"], mebibytes: 50)), .failed(ScriptFailure(.syntax, "no", line: 2, column: 7)),
            .failed(ScriptFailure(.time, "too long")),
        ])
    func report(_ report: ScriptReport) throws {
        #expect(try ScriptReport(json: report.json) == report)
    }

    @Test("a frame that isn't JSON is refused", arguments: [Array("{".utf8), [], Array("{} {}".utf8), [0xFF]])
    func noJSON(_ frame: [UInt8]) {
        #expect(throws: ScriptMessageError(.malformed, "")) { try ScriptOrder(frame: frame) }
        #expect(throws: ScriptMessageError(.malformed, "")) { try ScriptReport(frame: frame) }
    }

    @Test(
        "what is no message is refused",
        arguments: [
            #"{}"#, #"[]"#, #"{"run": {}}"#, #"{"run": 1}"#, #"{"walk": {}}"#,
            #"{"check": {"name": "a", "text": "", "generation": "3.0"}}"#,
            #"{"answer": {}}"#, #"{"answer": {"value": 1}, "check": 1}"#, #"{"call": {"method": 1, "arguments": []}}"#,
            #"{"log": {"level": "loud", "text": ""}}"#, #"{"finished": {"value": 1}}"#, #"{"failed": {"code": "time"}}"#,
            #"{"run": {"source": {"name": "a", "text": "", "generation": "1.0"}, "bindings": {}, "limits": {"milliseconds": -1}}}"#,
        ])
    func refused(_ text: String) throws {
        let json = try JSONValue(parsing: text)
        #expect(throws: ScriptMessageError(.malformed, "")) { try ScriptOrder(json: json) }
        #expect(throws: ScriptMessageError(.malformed, "")) { try ScriptReport(json: json) }
    }
}
