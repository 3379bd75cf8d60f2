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

        @Test(
            "the prefix has the place in the app's code, unless the app doesn't want it, and the name of a part of the app"
        )
        func places() {
            let logger = PrefixLogger()
            FRLog.setCustomLogger(logger)
            FRLog.setLogLevel([.all])
            FRLog.v("a", subModule: "Basket", file: "/app/Login.swift", line: 7, function: "go()")
            FRLog.i("b", false)
            FRLog.n("c", nil)
            FRLog.w("d", subModule: "Basket", false)
            FRLog.e("e", file: "Login.swift", line: 8, function: "go()")
            #expect(
                logger.prefixes == [
                    "[Basket][Verbose][Login.swift:7 go()]", "[FRCore][Info]", "[FRCore][Network]",
                    "[Basket][Warning]",
                    "[FRCore][Error][Login.swift:8 go()]",
                ])
            FRLog.v("f")
            #expect(logger.prefixes.last?.hasPrefix("[FRCore][Verbose][LoggerTests.swift:") == true)
        }
    }
}

/// Keeps the prefixes.
private final class PrefixLogger: FRLogger {
    private(set) var prefixes: [String] = []

    func logVerbose(timePrefix: String, logPrefix: String, message: String) {
        prefixes.append(logPrefix)
    }
    func logInfo(timePrefix: String, logPrefix: String, message: String) {
        prefixes.append(logPrefix)
    }
    func logNetwork(timePrefix: String, logPrefix: String, message: String) {
        prefixes.append(logPrefix)
    }
    func logWarning(timePrefix: String, logPrefix: String, message: String) {
        prefixes.append(logPrefix)
    }
    func logError(timePrefix: String, logPrefix: String, message: String) {
        prefixes.append(logPrefix)
    }
}
