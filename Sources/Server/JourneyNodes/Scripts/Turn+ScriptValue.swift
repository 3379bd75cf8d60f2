import JourneyEngine
import JourneyModel
import Primitives
import Scripting

extension Turn {
    /// Runs a script that decides nothing, and returns what it gives (`docs/protocols/journey-nodes.md` 4.5): its last expression, which
    /// must be a map.
    ///
    /// - Parameters:
    ///   - name: the script's id or name.
    ///   - values: its subjects, by the names that it knows.
    ///   - read: finds the map in what the script came to.
    /// - Throws: ``JourneyRunError``: the node ends as with any script that fails.
    mutating func map(
        ofScript name: String, seeing inputs: [String] = ["*"], about values: JSONObject,
        read: (JSONValue) -> JSONValue? = { $0["value"] }
    ) async throws -> JSONObject {
        let visit = try await ScriptVisit(name, self)
        do {
            let result = try await visit.run(self, seeing: inputs, about: values)
            guard let map = read(result)?.object else { throw ScriptError(.result, "the script gives no map") }
            visit.apply(result["changes"], writing: ["*"], to: &self)
            return map
        } catch let error as ScriptError { throw try await visit.failure(error, &self) }
    }

    /// Runs a script that matches devices, and returns what it decides (`docs/protocols/journey-nodes.md` 4.5), and the devices that it
    /// would have saved in the place of all.
    ///
    /// - Throws: ``JourneyRunError``: the node ends as with any script that fails.
    mutating func outcome(
        ofScript name: String, knowing known: JSONObject, among outcomes: [String]
    ) async throws -> (outcome: String, saved: [JSONValue]?) {
        let visit = try await ScriptVisit(name, self)
        do {
            let result = try await visit.run(self, seeing: ["*"], knowing: known)
            let outcome = ScriptDecision(result).outcome ?? ""
            guard outcomes.contains(outcome) else {
                throw ScriptError(
                    .result, "the script decided \"\(outcome.prefix(64))\"; it may decide \(outcomes.joined(separator: ", "))")
            }
            visit.apply(result["changes"], writing: ["*"], to: &self)
            return (outcome, result["savedProfiles"]?.array)
        } catch let error as ScriptError { throw try await visit.failure(error, &self) }
    }
}
