import Foundation
@testable import PingOneSDK
import Testing

extension DocumentedSDK {
    /// The documentation's error codes, against a whole server.
    @Suite("Error codes")
    struct ErrorCodes {
        @Test("a situation gives its documented code", arguments: Situation.all)
        func code(_ situation: Situation) async throws {
            try await LiveApp.run(rules: situation.rules) { app in
                let error = try await situation.happen(app)
                #expect(
                    error?.domain == PingOneErrorDomain && error?.code == situation.code, "\(error?.localizedDescription ?? "no error")")
            }
        }

        @Test("no documented code is left out")
        func complete() {
            #expect(Set(Situation.all.map(\.code)).isSuperset(of: 10_000...10_015))
        }
    }
}
