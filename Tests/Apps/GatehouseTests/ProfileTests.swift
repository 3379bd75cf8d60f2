import Foundation
import GatehouseServer
import Primitives
import ServerTesting
import Testing

@Suite("Profiles in the terminal")
struct ProfileTests {
    @Test("attributes are set by their types, and found again")
    func attributes() async throws {
        try await withData { data async throws in
            let set = try await data("user", "set", "demo", "city=Delft", "preferences/marketing=true", "aliasList=a,b", "--json")
            #expect(set.code == 0 && set.json?["attributes"]?["preferences"]?["marketing"] == true)
            #expect(
                try await data("user", "get", "demo", "city", "aliasList", "--json").json == ["city": "Delft", "aliasList": ["a", "b"]])
            #expect(try await data("user", "set", "demo", "city=").code == 0)
            #expect(try await data("user", "get", "demo", "city", "--json").json == [:])
            #expect(
                try await data("user", "set", "demo", "ctiy=Delft").complaints
                    == ["error: the realm's schema has no attribute ctiy; did you mean city?"])
            #expect(try await data("user", "set", "demo", "mail=nowhere").complaints == ["error: mail is not a valid e-mail address"])
            #expect(try await data("user", "set", "demo", "preferences/marketing=yes").code == 1)
        }
    }

    @Test("users are found by a filter, whose slips are named with their place")
    func query() async throws {
        try await withData { data async throws in
            #expect(try await data("user", "create", "ada", "-a", "sn=Lovelace", "--no-password").code == 0)
            let found = try await data("user", "query", #"sn sw "love" or userName eq "DEMO""#, "--sort=-sn", "--json")
            #expect(found.json?.array?.compactMap { $0["username"]?.string } == ["demo", "ada"])
            #expect(try await data("user", "query", "mail pr", "--count", "--json").json == ["count": 1])
            #expect(
                try await data("user", "query", "mail is 1").complaints
                    == ["error: query filter, position 6: expected one of eq, co, sw, gt, ge, lt, le, pr"])
            #expect(try await data("user", "query", "password pr").complaints == ["error: password is no attribute that can be searched"])
        }
    }

    @Test("a weak password is refused with the reasons, in every command that sets one")
    func weakPasswords() async throws {
        try await withData { data async throws in
            let complaint = "error: password must be at least 8 characters long"
            #expect(try await data("user", "set-password", "demo", "--password-stdin", input: "sh0rt!\n").complaints == [complaint])
            #expect(try await data("user", "create", "ada", "--password-stdin", input: "sh0rt!\n").complaints == [complaint])
            #expect(try await data("user", "set-password", "demo", "--password-stdin", input: "password\n").code == 1)
            #expect(try await data("user", "show", "ada").code == 1)
        }
    }

    @Test("a schema goes out to a file and comes back, and one that can't work is refused")
    func schema() async throws {
        try await withData { data async throws in
            let path = data.path + "/schema.json"
            let shown = try #require(try await data("realm", "schema", "alpha", "--json").json)
            var attributes = try #require(shown["attributes"]?.array)
            attributes.append(["name": "badge", "type": "number", "searchable": true, "rules": ["minimum": 1]])
            attributes.append(["name": "pin", "sensitive": true])
            try Data(JSONValue.object(["attributes": .array(attributes)]).encoded).write(to: URL(filePath: path))
            #expect(try await data("realm", "schema", "alpha", "--file", path).code == 0)
            #expect(try await data("user", "set", "demo", "badge=7", "pin=1234").code == 0)
            #expect(try await data("user", "query", "badge gt 6.5", "--count", "--json").json == ["count": 1])
            #expect(try await data("user", "set", "demo", "badge=0").complaints == ["error: badge is too small"])
            for command in ["show", "get"] { #expect(try await !data("user", command, "demo", "--json").output.contains("1234")) }
            #expect(try await data("user", "get", "demo", "pin").code == 1)
            try Data(#"{"attributes":[{"name":"mail"}]}"#.utf8).write(to: URL(filePath: path))
            #expect(
                try await data("realm", "schema", "alpha", "--file", path).complaints == ["error: userName must stay a searchable string"])
            #expect(try await data("realm", "schema", "alpha", "--standard").code == 0)
            #expect(try await data("realm", "schema", "alpha", "--json").json == shown)
        }
    }

    @Test("an administrator is made and unmade")
    func administrator() async throws {
        try await withData { data async throws in
            #expect(try await data("user", "administrator", "demo", "--json").json?["administrator"] == true)
            #expect(try await data("user", "administrator", "demo", "--revoke", "--json").json?["administrator"] == false)
        }
    }
}
