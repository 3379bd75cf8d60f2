import ClientTesting
import DeviceFoundation
import Testing

@Suite("Log")
struct LogTests {
    private let record = RecordingLog()
    private let levels: [LogLevels] = [.debug, .info, .network, .warning, .error]

    @Test("levels are not cumulative: each must be named", arguments: [LogLevels.debug, .info, .network, .warning, .error])
    func exact(_ level: LogLevels) {
        let log = Log(level, to: record)
        for other in levels { log(other, "message") }
        #expect(record.messages.map(\.level) == [level])
    }

    @Test("all is every level, none is none, an array is those")
    func sets() {
        for level in levels { Log(.all, to: record)(level, "a") }
        for level in levels { Log(.none, to: record)(level, "b") }
        for level in levels { Log([.info, .error], to: record)(level, "c") }
        #expect(record.messages.map(\.message) == ["a", "a", "a", "a", "a", "c", "c"])
    }

    @Test("a message that is not wanted is not built")
    func lazy() {
        var built = 0
        func message() -> String {
            built += 1
            return "message"
        }
        Log([.error], to: record)(.debug, message())
        #expect(built == 0)
        Log([.error], to: record)(.error, message())
        #expect(built == 1)
    }
}
