import Directory
import JourneyMessages
import JourneyModel
import Primitives
import Testing

@testable import JourneyEngine

@Suite("What a script may have left in the state")
struct HostileStateTests {
    /// What must be set of some kinds besides.
    private static let needed: [String: JSONObject] = [
        "attributeValueDecision": ["comparisonAttribute": "city", "comparisonValue": "Paris"],
        "captcha": ["siteKey": "site", "secretLabelIdentifier": "captcha"], "profileCompletenessDecision": ["threshold": 1],
        "queryFilterDecision": ["queryFilter": "true"], "timeSinceDecision": ["elapsedTime": 1], "meter": ["metricKey": "a"],
        "timerStop": ["metricKey": "a"],
    ]

    /// Values at the ends of what numbers hold, as JavaScript writes them and as it doesn't; also as texts, in which secrets are kept.
    private static let numbers: [JSONValue] = [
        .integer(.max), .integer(.min), .integer(-9_223_372_036_854_775_000), .number(1e300), "9223372036854775807", "-9223372036854775808",
    ]

    /// The names that any kind says it reads or writes, by its settings or by itself.
    private static let names: (shared: Set<String>, secret: Set<String>) = {
        let kinds = NodeCatalogue.standard.descriptions
        let settings = kinds.flatMap(\.settings).compactMap { $0.initial?.string }.filter { (1...64).contains($0.utf8.count) }
        return (Set(kinds.flatMap { $0.reads + $0.writes } + settings), Set(kinds.flatMap(\.secrets)).union(PasscodeKey.all))
    }()

    /// The step with every number in its state replaced, also those that the tried node keeps for itself.
    private func hostile(_ step: Step, _ value: JSONValue, own: Set<String>, _ trial: NodeTrial) throws -> Step {
        let harness = trial.harness
        var state = try harness.state(of: step)
        for name in Self.names.shared.union(own).union(state.shared.members.map(\.name)) { state.shared[name] = value }
        for name in Self.names.secret.union(state.secrets.keys) { state.secrets[name] = TransientValue.secret(value) }
        var step = step
        step.authID = try harness.engine.sealer.seal(state, realm: harness.realm.id, binding: harness.client.binding)
        return step
    }

    /// The step with every input answered, so that nodes go on to judge the answers.
    private func answered(_ step: Step) -> Step {
        var step = step
        for index in step.callbacks.indices where !step.callbacks[index].input.isEmpty {
            let isNumber = step.callbacks[index].input[0].value?.integer != nil
            step.callbacks[index].input[0].value = isNumber ? 0 : "000000"
        }
        return step
    }

    /// The kinds that can be tried: those that need no setting, or get it here.
    private static let kinds = NodeCatalogue.standard.descriptions.filter { kind in
        !kind.settings.contains { $0.isRequired && needed[kind.alias]?[$0.name] == nil } && !["page", "foreign"].contains(kind.alias)
    }

    @Test("no number in it ends the server, whatever node reckons with it", arguments: kinds.map(\.alias))
    func numbers(_ alias: String) async throws {
        let trial = try await NodeTrial()
        let nodes = [NodeTrial.Node("message"), NodeTrial.Node(alias, Self.needed[alias] ?? JSONObject())]
        // What the node keeps for itself is seen in a run that goes as usual.
        let usual = try? await trial.harness.send(answered(trial.step(nodes))).step
        let own = try Set(usual.map { try trial.harness.state(of: $0).shared.members.map(\.name) } ?? [])
        for value in Self.numbers {
            // A kind that judges a password locks the account in the end, and then there is nothing to try.
            guard let first = try? await trial.step(nodes) else { break }
            var next: Step? = try hostile(first, value, own: own, trial)
            for _ in 0..<3 {
                guard let step = next, let reply = try? await trial.harness.send(answered(step)), case .step(let asked) = reply else {
                    break
                }
                next = try hostile(asked, value, own: own, trial)
            }
        }
    }

    @Test("numbers are read within bounds, and texts of numbers as such")
    func bounds() {
        #expect(StateNumber.of(.integer(5)) == 5 && StateNumber.of(.string("5")) == 5 && StateNumber.of(Secret("5")) == 5)
        #expect(StateNumber.of(.integer(1 << 53)) == 1 << 53)
        for value in Self.numbers { #expect(StateNumber.of(value) == nil, "\(value)") }
        for other: JSONValue in [true, [], [:], "", "five", .number(1.5)] { #expect(StateNumber.of(other) == nil, "\(other)") }
    }
}
