import Foundation
import Primitives
import ServerTesting
import Testing

@Suite("Authenticators that commands reach, in the terminal")
struct OrchestrationTests {
    @Test("a client gets its rules, licences and keys; a user is registered, shown and removed")
    func life() async throws {
        try await withData { data async throws in
            let unknown = try await data("orchestration", "enable", "bank-app")
            #expect(unknown.code == 1 && unknown.complaints.count == 1)
            #expect(try await data("client", "create", "bank-app").code == 0)
            #expect(try await data("orchestration", "key", "create", "bank-app").code == 1, "it isn't such an application yet")
            let enabled = try await data("orchestration", "enable", "bank-app", "domain=example", "max_devices=3", "--json")
            #expect(enabled.json?["domain"] == "example" && enabled.json?["max_devices"] == 3 && enabled.json?["pin_minimum"] == 6)
            for wrong in ["max_devices=0", "max_devices", "more=1", "pin_minimum=13"] {
                let refused = try await data("orchestration", "enable", "bank-app", wrong)
                #expect(refused.code == 1 && refused.complaints.count == 1, "\(wrong): \(refused.complaints)")
            }
            #expect(try await data("orchestration", "register", "bank-app", "tom").code == 1, "there is no licence")
            let tried = try await data("orchestration", "licence", "add", "bank-app", "2", "--dry-run", "--json")
            #expect(tried.code == 0)
            #expect(try await data("orchestration", "licence", "show", "bank-app", "--json").json?["all"] == 0)
            let added = try await data("orchestration", "licence", "add", "bank-app", "2", "--json")
            #expect(added.json?["all"] == 2 && added.json?["free"] == 2)
            let made = try await data("orchestration", "key", "create", "bank-app", "--json")
            let (id, key) = (try #require(made.json?["id"]?.string), try #require(made.json?["key"]?.string))
            #expect(key.hasPrefix("gok_") && made.json?["tenant"]?.string?.utf8.count == 36)
            let list = try await data("orchestration", "key", "list", "--json")
            #expect(list.output.contains(id) && !list.output.contains(key))
            let registered = try await data("orchestration", "register", "bank-app", "tom", "--json")
            let serial = try #require(registered.json?["serialNumber"]?.string)
            #expect(serial.hasPrefix("GTH") && registered.json?["activationPassword"]?.string?.count == 9)
            #expect(try await data("orchestration", "show", "bank-app", "tom").code == 0)
            #expect(try await data("orchestration", "show", "bank-app", "tim").code == 1)
            #expect(try await data("orchestration", "unlock", "bank-app", serial).code == 0)
            #expect(try await data("orchestration", "unlock", "bank-app", serial + "-7").code == 1)
            #expect(try await data("orchestration", "remove", "bank-app", serial, "--dry-run").code == 0)
            #expect(try await data("orchestration", "licence", "show", "bank-app", "--json").json?["free"] == 1)
            #expect(try await data("orchestration", "remove", "bank-app", serial, "--yes").code == 0)
            #expect(try await data("orchestration", "licence", "show", "bank-app", "--json").json?["free"] == 2)
            #expect(try await data("orchestration", "key", "remove", id, "--yes").code == 0)
            #expect(try await data("orchestration", "key", "remove", id, "--yes").code == 1)
        }
    }
}
