import ClientTesting
import FRAuth
import Foundation
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

        @Test("network: logs for network traffic, including request and response, without secrets")
        func network() async throws {
            FRLog.setCustomLogger(MyCustomLogger())
            FRLog.setLogLevel([.network])
            try await harness.signIn()
            let text = MyCustomLogger.messages.joined(separator: "\n")
            #expect(text.contains("network START_AUTHENTICATE: POST https://am.example.com/am/json/realms/alpha/authenticate"))
            #expect(text.contains("status 200"))
            for secret in ["Ch4ng3it!", "session-1", "access-", "refresh-", "code-"] { #expect(!text.contains(secret)) }
        }
    }
}
