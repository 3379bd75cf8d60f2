package import JourneyMessages
package import Primitives

/// A run of a journey, taken down: the nodes that were visited, and what was answered. Secrets are not in it.
package struct JourneyRecording: Sendable, Equatable {
    /// The answer to one callback.
    package struct RecordedAnswer: Sendable, Equatable {
        package let type: CallbackType
        /// The values of the inputs; nil for those of a secret.
        package let values: [JSONValue]?
    }

    /// The name of the journey.
    package let journey: String
    /// The visits of nodes, in their order.
    package var visits: [TraceVisit] = []
    /// The answers to each step.
    package var steps: [[RecordedAnswer]] = []
    /// The end of a run that reached success.
    package static let success = "success"
    /// The end of the run: ``success``, or why not.
    package var end = ""

    package init(journey: String) { self.journey = journey }

    /// Takes down an answered step.
    package mutating func note(_ step: Step) {
        steps.append(
            step.callbacks.map { callback in
                RecordedAnswer(type: callback.type, values: callback.asksForSecret ? nil : callback.input.map { $0.value ?? .null })
            })
    }
}

extension Callback {
    /// Whether what is answered is a secret, by the callback's type.
    fileprivate var asksForSecret: Bool { [.password, .validatedPassword, .kbaCreate, .identityProvider].contains(type) }
}

// MARK: - The file

extension JourneyRecording {
    package var json: JSONValue {
        [
            "recording": 1, "journey": .string(journey), "end": .string(end), "visits": .array(visits.map { .object($0.json) }),
            "steps": .array(steps.map { .array($0.map(\.json)) }),
        ]
    }

    /// Reads ``json``; nil when it is something else.
    package init?(json: JSONValue) {
        guard json["recording"]?.integer == 1, let journey = json["journey"]?.string, let end = json["end"]?.string,
            let visits = json["visits"]?.array, let steps = json["steps"]?.array
        else { return nil }
        self.init(journey: journey)
        self.end = end
        self.visits = visits.compactMap(TraceVisit.init(json:))
        self.steps = steps.compactMap { step in step.array?.compactMap(RecordedAnswer.init(json:)) }
        guard self.visits.count == visits.count, self.steps.count == steps.count else { return nil }
    }
}

extension JourneyRecording.RecordedAnswer {
    fileprivate var json: JSONValue { ["type": .string(type.name), "values": values.map(JSONValue.array) ?? .null] }

    fileprivate init?(json: JSONValue) {
        guard let name = json["type"]?.string else { return nil }
        self.init(type: CallbackType(name), values: json["values"]?.array)
    }
}

// MARK: - Replay

extension JourneyRecording {
    /// The first thing in which another run differs from this one; nil when there is none. Compared are the nodes that were visited,
    /// what came of it, and which members of the state were there; values such as times and random numbers differ always.
    package func firstDifference(from other: JourneyRecording) -> String? {
        for (index, (recorded, now)) in zip(visits, other.visits).enumerated() {
            if let difference = Self.difference(recorded, now) { return "visit \(index + 1): \(difference)" }
        }
        if other.visits.count < visits.count {
            return "visit \(other.visits.count + 1): the run ended (\(other.end)); recorded: \(Self.name(visits[other.visits.count]))"
        }
        if other.visits.count > visits.count {
            return "visit \(visits.count + 1): \(Self.name(other.visits[visits.count])); recorded: the run ended (\(end))"
        }
        return end == other.end ? nil : "the end: \(other.end); recorded: \(end)"
    }

    private static func difference(_ recorded: TraceVisit, _ now: TraceVisit) -> String? {
        guard name(recorded) == name(now) else { return "\(name(now)); recorded: \(name(recorded))" }
        guard recorded.result == now.result else { return "\(name(now)) \(now.result); recorded: \(recorded.result)" }
        let (before, after) = (members(recorded.after), members(now.after))
        let (gone, new) = (before.subtracting(after).sorted(), after.subtracting(before).sorted())
        guard gone.isEmpty, new.isEmpty else {
            return "\(name(now)) leaves another state: " + (gone.map { "− \($0)" } + new.map { "+ \($0)" }).joined(separator: ", ")
        }
        return nil
    }

    private static func name(_ visit: TraceVisit) -> String { "\(visit.journey), node \(visit.node) (\(visit.kind))" }

    /// The names of a state's members, two levels deep.
    private static func members(_ state: JSONObject) -> Set<String> {
        Set(state.members.flatMap { member in [member.name] + (member.value.object?.names ?? []).map { "\(member.name).\($0)" } })
    }
}
