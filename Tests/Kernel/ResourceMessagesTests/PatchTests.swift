import Primitives
import ResourceMessages
import Testing

@Suite("Patches")
struct PatchTests {
    private func patched(_ object: JSONObject, _ operations: JSONValue) throws -> JSONObject {
        var object = object
        for operation in try PatchOperation.list(operations) { try operation.apply(to: &object) }
        return object
    }

    @Test("each operation does what it says")
    func operations() throws {
        let user: JSONObject = ["sn": "A", "tags": ["a", "b"], "count": 2, "preferences": ["x": true]]
        let result = try patched(
            user,
            [
                ["operation": "replace", "field": "/sn", "value": "B"], ["operation": "add", "field": "mail", "value": "m"],
                ["operation": "add", "field": "/tags/-", "value": "c"], ["operation": "add", "field": "/tags", "value": ["a", "d"]],
                ["operation": "remove", "field": "/tags", "value": "b"], ["operation": "increment", "field": "/count", "value": 3],
                ["operation": "replace", "field": "/preferences/y", "value": false], ["operation": "remove", "field": "/preferences/x"],
                ["operation": "remove", "field": "/missing"], ["operation": "remove", "field": "/sn", "value": "other"],
            ])
        #expect(
            result == ["sn": "B", "mail": "m", "tags": ["a", "c", "d"], "count": 5, "preferences": ["y": false]])
    }

    @Test("an object that loses its last member goes too, and null takes away")
    func emptied() throws {
        let user: JSONObject = ["preferences": ["x": true], "sn": "A"]
        #expect(
            try patched(
                user, [["operation": "remove", "field": "/preferences/x"], ["operation": "replace", "field": "/sn", "value": nil]]) == [:])
    }

    @Test(
        "what is no patch is refused",
        arguments: [
            [:], "x", [1], [["operation": "move", "field": "/a", "value": 1]], [["operation": "add", "value": 1]],
            [["operation": "add", "field": "", "value": 1]], [["operation": "replace", "field": "/a"]],
            [["operation": "increment", "field": "/a", "value": "1"]], [["operation": 1, "field": "/a", "value": 1]],
            [["operation": "add", "field": "/a/b/c/d/e/f/g/h/i", "value": 1]],
        ] as [JSONValue])
    func malformed(_ body: JSONValue) {
        #expect(throws: PatchError(.malformed, "")) { try PatchOperation.list(body) }
    }

    @Test("more operations than the limit are refused")
    func many() {
        let operation: JSONValue = ["operation": "remove", "field": "/a"]
        #expect(throws: PatchError(.tooMany, "")) { try PatchOperation.list(.array(Array(repeating: operation, count: 65))) }
    }

    @Test(
        "what the value doesn't allow is refused",
        arguments: [
            ["operation": "increment", "field": "/sn", "value": 1], ["operation": "increment", "field": "/missing", "value": 1],
            ["operation": "increment", "field": "/large", "value": 1], ["operation": "replace", "field": "/sn/inner", "value": 1],
            ["operation": "replace", "field": "/tags/0", "value": 1], ["operation": "add", "field": "/sn/inner", "value": 1],
        ] as [JSONValue])
    func impossible(_ operation: JSONValue) {
        #expect(throws: PatchError(.impossible, "")) {
            try patched(["sn": "A", "tags": ["a"], "large": .integer(.max)], [operation])
        }
    }

    @Test("an operation that is written is read again the same")
    func roundTrip() throws {
        let operation = PatchOperation(.replace, try #require(FieldPath("preferences/a~1b")), ["x": 1])
        #expect(try PatchOperation.list([operation.json]) == [operation])
    }
}
