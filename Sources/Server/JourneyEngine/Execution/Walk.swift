import Directory
package import JourneyModel
import Primitives

/// Walks a run through its journeys, from node to node, until a step must be asked or the end is reached.
package struct Walk {
    /// The state in which a walk comes to rest.
    package enum End { case step, suspended, success, failure }

    package private(set) var turn: Turn
    private let journeys: JourneyCache
    private let observer: (any JourneyObserver)?
    /// The journeys that the run is in; as many as the state has frames.
    private var stack: [JourneyDefinition]

    /// A walk at the beginning of a journey, for whose frame the turn's state has been made.
    init(_ turn: consuming Turn, into journey: JourneyDefinition, _ journeys: JourneyCache, _ observer: (any JourneyObserver)? = nil) {
        self.turn = turn
        self.journeys = journeys
        self.observer = observer
        stack = [journey]
    }

    /// A walk that continues where the state stands.
    ///
    /// - Throws: ``JourneyRunError`` `.timedOut` when one of the journeys was changed, switched off or removed meanwhile.
    init(resuming turn: Turn, _ journeys: JourneyCache, _ observer: (any JourneyObserver)? = nil) async throws {
        self.turn = turn
        self.journeys = journeys
        self.observer = observer
        stack = []
        for frame in turn.state.frames {
            guard let journey = try await journeys.journey(frame.journey, in: turn.realm.id),
                journey.fingerprint == frame.fingerprint, journey.traits.isEnabled
            else { throw JourneyRunError(.timedOut) }
            stack.append(journey)
        }
    }

    /// The outermost journey.
    package var journey: JourneyDefinition { stack[0] }

    /// Begins with the journey's first node.
    package mutating func start() async throws -> End { try await walk(from: stack[0].start) }

    /// Continues with the node that asked last.
    package mutating func resume() async throws -> End { try await walk(from: .node(turn.state.frames[stack.count - 1].node)) }

    /// The secrets that are still needed from here on.
    var neededSecrets: Set<String> {
        zip(stack, turn.state.frames).reduce(into: []) { $0.formUnion($1.0.secretsNeeded(from: $1.1.node)) }
    }

    private mutating func walk(from start: JourneyTarget) async throws -> End {
        var position = start
        for _ in 0..<JourneyLimits.runsBetweenSteps {
            switch position {
            case .node(let id):
                do {
                    guard let next = try await visit(id) else { return turn.suspension == nil ? .step : .suspended }
                    position = next
                } catch let error as JourneyRunError { position = try recover(from: error) }
            case .success, .failure:
                if stack.count == 1 { return position == .success ? .success : .failure }
                position = try leave(with: position == .success ? Outcome.yes : Outcome.no)
            }
        }
        throw JourneyRunError.fault("the journey \(journey.name) went on without waiting for the user", .tooManySteps)
    }

    /// Runs a node; nil when it waits for the user, or for a link to be opened.
    private mutating func visit(_ id: String) async throws -> JourneyTarget? {
        let node = try current(id)
        turn.state.frames[stack.count - 1].node = id
        turn.begin(id)
        let result = try await step(node)
        turn.finishAnswers()
        switch result {
        case .waiting, .suspended: return nil
        case .outcome(let outcome): return try follow(outcome, of: node)
        case .enter(let name): return try await enter(name)
        }
    }

    /// Runs a node, and shows it to the observer, if there is one.
    private mutating func step(_ node: PlacedNode) async throws -> NodeResult {
        guard let note = TraceNote(observer, stack.last?.name ?? "", node, turn.state) else { return try await run(node) }
        do {
            let result = try await run(node)
            note.finish(turn, result)
            return result
        } catch {
            note.fail(turn, error)
            throw error
        }
    }

    /// Runs a node. If it fails, the client gets the journey's configured error.
    private mutating func run(_ node: PlacedNode) async throws -> NodeResult {
        do {
            try await turn.guardCredentials(of: node.kind)
            let user = turn.state.user
            let result = try await node.node.run(&turn)
            assert(
                turn.state.user == user || node.mayProveUser,
                "\(node.kind.name) isn't declared as one at which users prove who they are")
            turn.settle(node.kind, result)
            turn.explain()
            return result
        } catch let error as JourneyRunError where Self.isTheJourneys(error) {
            let ending = turn.state.ending
            guard ending.errorMessage != nil || !ending.errorDetails.isEmpty else { throw error }
            throw JourneyRunError(.failed, message: ending.errorMessage, detail: turn.state.errorDetail, underlying: error)
        }
    }

    /// Returns the target at which the run continues when a node of an inner journey can't and a journey around it asks for that.
    private mutating func recover(from error: JourneyRunError) throws -> JourneyTarget {
        let frames = turn.state.frames
        let around = stack.indices.dropLast().last { index in
            (stack[index].node(frames[index].node)?.node as? InnerTreeEvaluator)?.hasErrorOutcome == true
        }
        guard Self.isTheJourneys(error), let around else { throw error }
        turn.finishAnswers()
        turn.state.shared[InnerTreeEvaluator.messageKey] = .string(error.description)
        turn.state.shared[InnerTreeEvaluator.nodeKey] = try current(frames[stack.count - 1].node).errorNode
        stack.removeLast(stack.count - 1 - around)
        turn.state.frames = Array(frames[...around])
        return try follow(InnerTreeEvaluator.error, of: try current(frames[around].node))
    }

    private static func isTheJourneys(_ error: JourneyRunError) -> Bool { error.code == .failed || error.code == .internal }

    private mutating func enter(_ name: String) async throws -> JourneyTarget {
        guard stack.count < JourneyLimits.depth else { throw fault("journeys stand in each other too deeply") }
        guard let inner = try await journeys.journey(name, in: turn.realm.id), inner.traits.isEnabled else {
            throw fault("the inner journey \(name) isn't there or is switched off")
        }
        stack.append(inner)
        turn.state.frames.append(JourneyState.Frame(journey: name, fingerprint: inner.fingerprint))
        return inner.start
    }

    /// Goes back to the journey around this one.
    private mutating func leave(with outcome: String) throws -> JourneyTarget {
        stack.removeLast()
        turn.state.frames.removeLast()
        return try follow(outcome, of: try current(turn.state.frames[stack.count - 1].node))
    }

    private func current(_ id: String) throws -> PlacedNode {
        guard let node = stack.last?.node(id) else { throw fault("there is no node \(id)") }
        return node
    }

    private func follow(_ outcome: String, of node: PlacedNode) throws -> JourneyTarget {
        guard let target = node.connections[outcome] else { throw fault("the outcome \(outcome) of \(node.id) leads nowhere") }
        return target
    }

    private func fault(_ reason: String) -> JourneyRunError { JourneyRunError.fault("journey \(journey.name): \(reason)") }
}

extension PlacedNode {
    /// The failed node as outer journeys read it (`docs/protocols/journey-nodes.md` 2.2).
    fileprivate var errorNode: JSONValue {
        ["id": .string(id), "displayName": .string(title ?? kind.title), "type": .string(node.amType)]
    }
}
