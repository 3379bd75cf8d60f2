import Foundation
import Primitives
import Testing
@testable import SignIn
@testable import Foundations

@Suite("Policy sets")
struct PolicySetTests {
    static let whole: JSONValue = [
        "name": "banking", "description": "Money.",
        "policies": [
            "read": ["resources": ["https://api.example.com/*"], "actions": ["GET": true], "subject": "anybody"],
            "transfer": [
                "description": "Approve each.", "active": false, "resources": ["https://api.example.com/-*-/transfer"],
                "actions": ["DELETE": false, "POST": true], "subject": ["not": ["users": ["guest"]]],
                "condition": [
                    "all": [
                        ["authLevel": 2], ["any": [["journey": "StepUp"], ["addresses": ["192.0.2.0/24", "2001:db8::/32"]]]],
                        ["not": ["sessionAge": 60]],
                        ["time": ["from": "08:00", "to": "18:00", "days": ["mon", "tue"], "zone": "Europe/Berlin"]],
                        ["transaction": "Approve"],
                    ]
                ],
                "attributes": ["limit": ["100"]],
            ],
        ],
    ]

    @Test("a set is read and written alike")
    func roundTrip() throws {
        let set = try PolicySet(json: Self.whole)
        #expect(try PolicySet(json: set.json) == set)
        #expect(set.policies.map(\.name) == ["read", "transfer"] && !set.policies[1].isActive)
        #expect(set.json["policies"]?["transfer"]?["condition"] == Self.whole["policies"]?["transfer"]?["condition"])
    }

    @Test("several conditions in one object must all be met")
    func together() throws {
        let set = try Self.set(condition: ["authLevel": 2, "transaction": "Approve"])
        #expect(set.policies[0].condition == .all([.authLevel(2), .transaction("Approve")]))
    }

    @Test(
        "what is wrong is told with its place",
        arguments: [
            (["authLevel": "2"], "policies.p.condition.authLevel: expected a number"),
            (["authLevels": 2], "policies.p.condition.authLevels: there is no such condition"),
            (["not": ["transaction": "A"]], "policies.p.condition.not: a transaction can't be negated"),
            (["any": [["transaction": "A"], ["transaction": "B"]]], "policies.p.condition: a policy asks for one transaction"),
            (["all": []], "policies.p.condition.all: expected 1 to 50 conditions"),
            (["addresses": ["192.0.2.0/33"]], "policies.p.condition.addresses: expected addresses"),
            (["time": ["from": "8:00"]], "policies.p.condition.time: expected"),
            (["time": ["zone": "Mars/Olympus"]], "policies.p.condition.time.zone: there is no time zone"),
            (["journey": ""], "policies.p.condition.journey: expected a journey's name"), ([:], "policies.p.condition: expected an object"),
        ] as [(JSONValue, String)])
    func problems(_ condition: JSONValue, _ problem: String) throws {
        let error = #expect(throws: PolicyFileError.self) { try Self.set(condition: condition) }
        #expect(error?.problems.first?.hasPrefix(problem) == true, "\(error?.problems ?? [])")
    }

    @Test("every problem of a file is told at once")
    func everything() throws {
        let json: JSONValue = [
            "name": "a", "policies": ["p": ["resources": ["a b"], "actions": ["GET": "yes"], "subject": "nobody", "colour": "red"]],
        ]
        let error = #expect(throws: PolicyFileError.self) { try PolicySet(json: json) }
        #expect(error?.problems.count == 4)
        #expect(throws: PolicyFileError.self) { try PolicySet(json: ["name": "a\u{1}", "policies": [:]]) }
        #expect(throws: PolicyFileError.self) { try PolicySet(json: "a") }
    }

    @Test("conditions nested too deeply are refused")
    func deep() throws {
        var condition: JSONValue = ["authLevel": 1]
        for _ in 0..<40 { condition = ["not": condition] }
        #expect(throws: PolicyFileError.self) { try Self.set(condition: condition) }
    }

    static func set(condition: JSONValue) throws -> PolicySet {
        try PolicySet(json: [
            "name": "banking",
            "policies": ["p": ["resources": ["https://api.example.com/*"], "actions": ["GET": true], "condition": condition]],
        ])
    }
}

@Suite("Where and when")
struct PolicyCircumstanceTests {
    @Test(
        "address ranges",
        arguments: [
            ("192.0.2.0/24", "192.0.2.255", true), ("192.0.2.0/24", "192.0.3.0", false), ("192.0.2.0/25", "192.0.2.128", false),
            ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.8", false), ("0.0.0.0/0", "203.0.113.9", true),
            ("2001:db8::/32", "2001:db8:1::2", true), ("2001:db8::/32", "2001:db9::", false), ("0.0.0.0/0", "2001:db8::", false),
            ("192.0.2.0/24", "::ffff:192.0.2.1", true), ("192.0.2.0/24", "192.0.2.1.evil", false), ("192.0.2.0/24", "", false),
        ])
    func ranges(_ range: String, _ address: String, _ contains: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(address) == contains)
    }

    @Test("no ranges", arguments: ["", "192.0.2", "192.0.2.0/33", "192.0.2.0/-1", "192.0.2.0/", "localhost", "::/129", "1.2.3.4/8/8"])
    func noRanges(_ text: String) { #expect(AddressRange(text) == nil) }

    /// Monday 2026-01-05, at some UTC time.
    private static func monday(_ hour: Int, _ minute: Int = 0) -> Date {
        Date(timeIntervalSince1970: 1_767_571_200 + TimeInterval(hour * 3600 + minute * 60))
    }

    @Test("hours of the day, where the policy is")
    func hours() {
        let office = TimeWindow(from: 8 * 60, to: 18 * 60, days: [2], zone: "Europe/Berlin")
        #expect(!office.contains(Self.monday(6, 59)) && office.contains(Self.monday(7)))
        #expect(office.contains(Self.monday(16, 59)) && !office.contains(Self.monday(17)))
        #expect(!office.contains(Self.monday(7 + 24)))
    }

    @Test("over midnight it belongs to the day on which it began")
    func night() {
        let night = TimeWindow(from: 22 * 60, to: 6 * 60, days: [2], zone: "UTC")
        #expect(!night.contains(Self.monday(1)) && night.contains(Self.monday(23)) && night.contains(Self.monday(25)))
        #expect(!night.contains(Self.monday(30)) && !night.contains(Self.monday(47)))
    }
}
