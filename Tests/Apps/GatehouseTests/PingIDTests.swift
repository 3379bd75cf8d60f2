import Foundation
import Primitives
import ServerTesting
import Testing

@Suite("Trusted devices in the terminal")
struct PingIDTests {
    @Test("a client gets its rules, and a realm keys that are told once")
    func enabling() async throws {
        try await withData { data async throws in
            let unknown = try await data("pingid", "enable", "bank-app")
            #expect(unknown.code == 1 && unknown.complaints.count == 1)
            #expect(try await data("client", "create", "bank-app").code == 0)
            let enabled = try await data("pingid", "enable", "bank-app", "root_detection_enabled=true", "--json")
            #expect(enabled.json?["root_detection_enabled"] == true && enabled.json?["max_allowed_devices_for_user"] == 5)
            let changed = try await data("pingid", "enable", "bank-app", "push_timeout=90", "--json")
            #expect(changed.json?["root_detection_enabled"] == true && changed.json?["push_timeout"] == 90)
            for wrong in ["push_timeout=1", "push_timeout", "more=1", "enabled=perhaps"] {
                let refused = try await data("pingid", "enable", "bank-app", wrong)
                #expect(refused.code == 1 && refused.complaints.count == 1, "\(wrong): \(refused.complaints)")
            }
            let made = try await data("pingid", "key", "create", "--json")
            let token = try #require(made.json?["token"]?.string)
            let key = try #require(made.json?["key"]?.string)
            #expect(key.utf8.count == 43)
            let list = try await data("pingid", "key", "list", "--json")
            #expect(list.output.contains(token) && !list.output.contains(key))
            #expect(try await data("pingid", "key", "remove", token, "--yes").code == 0)
            #expect(try await data("pingid", "key", "remove", token, "--yes").code == 1)
        }
    }
}
