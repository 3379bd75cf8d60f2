import Foundation
import Primitives
import ServerTesting
import Testing

@testable import gatehouse

@Suite("Policies in the terminal")
struct PolicyCommandTests {
    private static let file = """
        name: banking
        description: Money.
        policies:
          transfers:
            resources: [ "https://api.example.com/transfer*" ]
            actions: { GET: true, POST: true }
            condition: { transaction: Login, authLevel: 1 }
          accounts:
            resources: [ "https://api.example.com/-*-/account" ]
            actions: { GET: true, DELETE: false }
            subject: { users: [ demo ] }
        """

    @Test("a set from the cradle to the grave")
    func life() async throws {
        try await withData { data async throws in
            #expect(try await data("policy", "save", "-", "--dry-run", "--json", input: Self.file).json?["change"] == "add")
            #expect(try await data("policy", "list", "--json").json == [])
            #expect(try await data("policy", "save", "-", "--json", input: Self.file).json?["change"] == "add")
            #expect(try await data("policy", "save", "-", "--json", input: Self.file).json?["change"] == "leave unchanged")
            #expect(try await data("policy", "list", "--json").json?.array?.first?["policies"] == ["transfers", "accounts"])
            let shown = try await data("policy", "show", "banking", "--json")
            #expect(try await data("policy", "save", "-", "--json", input: shown.output).json?["change"] == "leave unchanged")
            let table = try await data("policy", "show", "banking")
            #expect(table.output.contains("accounts") && table.output.contains("not DELETE, GET"), "\(table.output)")
            #expect(try await data("policy", "delete", "banking").code == 1, "nobody said yes")
            #expect(try await data("policy", "delete", "banking", "--yes").code == 0)
            #expect(try await data("policy", "show", "banking").code == 1)
        }
    }

    @Test("policies can be tried")
    func evaluate() async throws {
        try await withData { data async throws in
            #expect(try await data("policy", "save", "-", input: Self.file).code == 0)
            let transfer = "https://api.example.com/transfer/1"
            let low = try await data("policy", "evaluate", "banking", transfer, "--user", "demo", "--json")
            #expect(low.json?.array?.first?["advices"] == ["AuthLevelConditionAdvice": ["/alpha:1"]])
            #expect(
                low.json?.array?.first?["reasons"] == [
                    [
                        "policy": "transfers", "outcome": "conditionNotMet",
                        "missing": ["an approval of each access by the journey Login", "a session of level 1; it has 0"],
                    ], ["policy": "accounts", "outcome": "otherResource", "missing": []],
                ], "\(low.output)")
            let high = try await data("policy", "evaluate", "banking", transfer, "--user", "demo", "--level", "1", "--json")
            #expect(high.json?.array?.first?["advices"] == ["TransactionConditionAdvice": ["approved by the journey Login"]])
            let account = try await data("policy", "evaluate", "banking", "https://api.example.com/x/account", "--user", "demo")
            #expect(account.output.contains("not DELETE, GET"), "\(account.output)")
            #expect(account.output.contains("transfers isn't about the resource, accounts counts"), "\(account.output)")
            let nobody = try await data("policy", "evaluate", "banking", "https://api.example.com/x/account", "--json")
            #expect(nobody.json?.array?.first?["actions"] == [:])
        }
    }

    @Test("what is wrong with a file is told line by line")
    func problems() async throws {
        try await withData { data async throws in
            let bad = Self.file.replacing("authLevel: 1", with: "authLevels: 1").replacing("-*-/account", with: "-*-/*")
            let refused = try await data("policy", "save", "-", input: bad)
            #expect(refused.code == 1 && refused.complaints.count == 2, "\(refused.complaints)")
            let journey = try await data("policy", "save", "-", input: Self.file.replacing("transaction: Login", with: "transaction: None"))
            #expect(journey.complaints.contains { $0.contains("there is no journey None") }, "\(journey.complaints)")
            #expect(try await data("policy", "save", "-", input: "- a").code == 1)
            #expect(try await data("policy", "save", "/nonexistent").code == 1)
            #expect(try await data("policy", "evaluate", "none", "https://api.example.com/").code == 1)
        }
    }
}
