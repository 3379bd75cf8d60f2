import Foundation
import Primitives
import Testing

@testable import JourneyEngine
@testable import JourneyNodes

@Suite("What a script changes in the state")
struct ScriptStateTests {
    private static func state() -> JourneyState {
        JourneyState(run: "run", expires: .distantFuture, frames: [JourneyState.Frame(journey: "a", fingerprint: "b")])
    }

    @Test("the name that the client claims stands beside the other keys, and each is taken away before others are set")
    func apply() {
        var state = Self.state()
        (state.username, state.shared) = ("demo", ["a": 1, "b": 2])
        let changes: JSONValue = ["shared": ["removed": ["a", "username", "realm"], "set": ["c": 3, "a": 4, "authLevel": 5]]]
        #expect(ScriptState.apply(changes, writing: ["*"], to: &state) == ["realm", "authLevel"])
        #expect(state.username == nil && state.shared == ["b": 2, "c": 3, "a": 4])
        #expect(ScriptState.apply(["shared": ["set": ["username": "other", "d": 1]]], writing: ["username"], to: &state) == ["d"])
        #expect(state.username == "other" && state.shared["d"] == nil)
    }

    @Test("many keys take time that grows with their number", .timeLimit(.minutes(1)))
    func many() {
        var state = Self.state()
        let (keys, others) = ((0..<100_000).map { "k\($0)" }, (50_000..<150_000).map { "k\($0)" })
        func set(_ keys: [String]) -> JSONValue { .object(JSONObject(keys.map { ($0, 1) })) }
        _ = ScriptState.apply(["shared": ["set": set(keys)]], writing: ["*"], to: &state)
        _ = ScriptState.apply(
            ["shared": ["removed": .array(keys.map(JSONValue.string)), "set": set(others)]], writing: ["*"], to: &state)
        #expect(state.shared.count == 100_000)
    }
}
