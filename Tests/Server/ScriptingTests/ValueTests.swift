import Primitives
import ScriptMessages
import Testing

@Suite("Scripts that give a value")
struct ValueTests {
    private static let about: JSONObject = ["values": ["rawProfile": ["sub": "ada", "tags": ["a", "b"]], "selectedIdp": "google"]]

    @Test(
        "the value of the last expression comes back",
        arguments: [
            (ScriptSource.Generation.next, "({ id: rawProfile.sub, from: selectedIdp, second: rawProfile.tags[1] })"),
            (.next, "var map = { id: rawProfile.get('sub'), from: selectedIdp }; map.second = rawProfile.tags.get(1); map"),
            (.legacy, "({ id: rawProfile.get('sub').asString(), from: selectedIdp, second: rawProfile.get('tags').get(1).asString() })"),
            (
                .legacy,
                """
                var json = org.forgerock.json.JsonValue;
                json.json(json.object('id', rawProfile.get('sub').asString(), 'from', selectedIdp)).put('second', 'b');
                """
            ),
        ])
    func value(_ generation: ScriptSource.Generation, _ text: String) async throws {
        try await ScriptHarness.with { harness in
            let result = try await harness.run(text, generation, Self.about)
            #expect(result["value"] == ["id": "ada", "from": "google", "second": "b"])
        }
    }

    @Test("it decides nothing: what decisions need isn't there", arguments: ["action", "callbacks", "callbacksBuilder"])
    func bindings(_ name: String) async throws {
        try await ScriptHarness.with { harness in
            let result = try await harness.run("typeof \(name)", .next, Self.about)
            #expect(result["value"] == "undefined")
            // Nor is it a value's place that a decision comes from.
            #expect(try await harness.run("outcome = 'x'; typeof \(name)")["value"] == nil)
        }
    }

    @Test("a value that JSON can't hold fails, one that is none is left out", arguments: ["(function () {})", "undefined"])
    func none(_ text: String) async throws {
        try await ScriptHarness.with { harness in
            await #expect(throws: (any Error).self) { try await harness.run("var a = {}; a.a = a; a", .next, Self.about) }
            let result = try await harness.run(text, .next, Self.about)
            #expect(result["value"] == nil)
        }
    }
}
