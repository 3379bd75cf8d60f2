import FRAuth
import Testing

extension Documentation {
    @Suite("Use and customize loggers")
    struct Loggers {
        private let harness: Harness

        init() throws {
            harness = try Harness()
            MyCustomLogger.messages = []
        }

        private func logEverything() {
            FRLog.v("a")
            FRLog.i("b")
            FRLog.n("c")
            FRLog.w("d")
            FRLog.e("e")
        }

        @Test("Customize the Ping SDK for iOS logger")
        func custom() {
            FRLog.setCustomLogger(MyCustomLogger())  // The default logger will no longer be active
            FRLog.setLogLevel([.all])

            FRLog.v("Happy logging!")

            #expect(MyCustomLogger.messages == ["verbose Happy logging!"])
            logEverything()
            #expect(MyCustomLogger.messages.dropFirst() == ["verbose a", "info b", "network c", "warning d", "error e"])
        }

        @Test("by default, the log level is none")
        func silent() {
            FRLog.setCustomLogger(MyCustomLogger())
            logEverything()
            #expect(MyCustomLogger.messages == [])
        }

        @Test("the log levels are not cumulative")
        func exact() {
            FRLog.setCustomLogger(MyCustomLogger())
            FRLog.setLogLevel([.verbose, .warning])
            logEverything()
            #expect(MyCustomLogger.messages == ["verbose a", "warning d"])
        }
    }
}
