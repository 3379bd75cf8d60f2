import FRAuth
import Foundation
import Testing

extension Documentation {
    @Suite("Against a server: loggers")
    struct LiveLoggers {
        private let harness: Harness

        init() throws {
            harness = try Harness()
            MyCustomLogger.messages = []
        }

        @Test("a custom logger gets the levels that are set, and no password or token")
        func custom() async throws {
            try await harness.live { live in
                FRLog.setCustomLogger(MyCustomLogger())  // The default logger will no longer be active
                FRLog.setLogLevel([.all])
                FRLog.v("Happy logging!")
                try await harness.signIn(at: live)
                let secrets = try #require(
                    FRUser.currentUser?.token.map { [$0.value, $0.refreshToken ?? "", $0.idToken ?? "", "Ch4ng3it!"] })
                let text = MyCustomLogger.messages.joined(separator: "\n")
                #expect(text.hasPrefix("verbose Happy logging!"))
                #expect(text.contains("network EXCHANGE_TOKEN: POST \(live.base)/oauth2/realms/alpha/access_token"))
                for secret in secrets { #expect(!secret.isEmpty && !text.contains(secret)) }
            }
        }

        @Test("the levels are not cumulative: warnings alone say nothing of a login that succeeds, network says each request")
        func levels() async throws {
            try await harness.live { live in
                FRLog.setCustomLogger(MyCustomLogger())
                FRLog.setLogLevel([.warning, .error])
                try await harness.signIn(at: live)
                #expect(MyCustomLogger.messages == [])
                FRLog.setLogLevel([.network])
                _ = try FRUser.currentUser?.refreshSync()
                #expect(!MyCustomLogger.messages.isEmpty && MyCustomLogger.messages.allSatisfy { $0.hasPrefix("network ") })
            }
        }
    }
}
