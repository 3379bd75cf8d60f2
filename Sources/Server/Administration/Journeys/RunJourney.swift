package import Directory
package import Foundations
package import JourneyEngine
package import JourneyMessages
import JourneyModel
import JourneyNodes
import Primitives
import ResourceMessages
import Scripting
import Synchronization

/// Runs a journey in this process, and asks its caller what it asks.
///
/// Only administrators can do this, who may change the journey anyway; to others no server shows a run's state. The run makes no
/// session; all else that its nodes do, they do.
package struct RunJourney: ChangingAction {
    package static let declaration = ActionDeclaration(
        "journey.run", .administer, "Run a journey in the terminal, and say where it ends.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("journeys/{name}:run"), .told(.open, \.json), from: { Self(realm: $0, name: "", answering: { _, _ in }) },
            .init("name", \.name, .name, .required),
            .init("steps", \.answers, .list(.list(.list(.any, count: 0...64), count: 0...64), count: 0...256), .required))
    }

    /// Answers a step, the first one being 0.
    package typealias Answering = @Sendable (inout Step, Int) throws -> Void

    package var realm: RealmPath
    /// The journey's name, unique in the realm.
    package var name: String
    package var answering: Answering
    /// Gets each visit of a node as it takes place.
    package var watch: @Sendable (TraceVisit) -> Void

    /// The answers to each step, a list of values for each callback; they take the place of ``answering``.
    fileprivate var answers: [[[JSONValue]]] {
        get { [] }
        set {
            answering = { step, index in
                guard newValue.indices.contains(index) else {
                    throw AdministrationError(.conflict, "the journey goes on: it asks for an answer to step \(index + 1)")
                }
                step.answer(with: newValue[index])
            }
        }
    }

    package init(
        realm: RealmPath, name: String, answering: @escaping Answering, watch: @escaping @Sendable (TraceVisit) -> Void = { _ in }
    ) {
        self.realm = realm
        self.name = name
        self.answering = answering
        self.watch = watch
    }

    package func perform(in realm: Realm, at site: Site) async throws -> JourneyRecording {
        _ = try await site.domain.definition(name, in: realm)
        let seen = Watcher(watch)
        var recording = JourneyRecording(journey: name)
        recording.end = try await ScriptPrograms.with(site.means.scripts) { pool in
            let scripts = ScriptRuntime(pool: pool)
            let engine = JourneyEngine(domain: site.domain.journeyServices, catalogue: .runnable, scripts: scripts).watched(by: seen)
            do {
                try await walk(engine, realm, &recording)
                return JourneyRecording.success
            } catch let error as JourneyRunError {
                return error.code == .failed && error.underlying == nil ? "failure" : error.description
            }
        }
        recording.visits = seen.visits
        return recording
    }

    private func walk(_ engine: JourneyEngine, _ realm: Realm, _ recording: inout JourneyRecording) async throws {
        let client = ClientContext(address: "127.0.0.1", userAgent: "gatehouse journey run", languages: ["en"])
        var reply = try await engine.start(JourneyStart(realm: realm, journey: name, noSession: true, forceAuth: true, client: client))
        while case .step(var step) = reply {
            try answering(&step, recording.steps.count)
            recording.note(step)
            reply = try await engine.advance(step, in: realm, from: client)
        }
    }
}

extension Step {
    /// Answers callbacks in their order, as far as there are values.
    fileprivate mutating func answer(with values: [[JSONValue]]) {
        for (callback, given) in zip(callbacks.indices, values) {
            for (input, value) in zip(callbacks[callback].input.indices, given) { callbacks[callback].input[input].value = value }
        }
    }
}

/// Gathers visits.
private final class Watcher: JourneyObserver {
    private let gathered = Mutex<[TraceVisit]>([])
    private let watch: @Sendable (TraceVisit) -> Void

    init(_ watch: @escaping @Sendable (TraceVisit) -> Void) { self.watch = watch }

    var visits: [TraceVisit] { gathered.withLock { $0 } }

    func note(_ visit: TraceVisit) {
        gathered.withLock { $0.append(visit) }
        watch(visit)
    }
}
