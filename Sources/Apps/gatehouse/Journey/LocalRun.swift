import JourneyEngine
import JourneyNodes
import JourneyMessages
import Primitives
import ScriptMessages
import Scripting
import Synchronization
import TerminalJourneys
import Services
import Directory

/// Runs a journey in this process, on the server's database, and asks in the terminal what it asks.
///
/// Only administrators can do this, who may read the database anyway: no server shows a run's state to its clients. The run makes no
/// session; all else that its nodes do, they do.
struct LocalRun {
    let domain: Domain
    let realm: Realm
    let journey: String
    /// The server's settings for running scripts.
    let settings: ScriptPool.Configuration
    let prompt = StepPrompt()

    /// Answers a step, the first one being 0.
    typealias Answering = (inout Step, Int) throws -> Void

    /// Runs the journey to its end.
    /// - Parameter watch: gets each visit of a node as it takes place.
    func run(answering: Answering, watch: @escaping @Sendable (TraceVisit) -> Void) async throws -> JourneyRecording {
        let seen = Watcher(watch)
        var recording = JourneyRecording(journey: journey)
        recording.end = try await ScriptPrograms.with(settings) { pool in
            let scripts = ScriptRuntime(pool: pool)
            let engine = try JourneyEngine(domain: domain, catalogue: .runnable, scripts: scripts).watched(by: seen)
            do {
                try await walk(engine, &recording, answering)
                return JourneyRecording.success
            } catch let error as JourneyError {
                return error.code == .failed && error.underlying == nil ? "failure" : error.description
            }
        }
        recording.visits = seen.visits
        return recording
    }

    private func walk(_ engine: JourneyEngine, _ recording: inout JourneyRecording, _ answering: Answering) async throws {
        let client = ClientContext(address: "127.0.0.1", userAgent: "gatehouse journey run", languages: ["en"])
        var reply = try await engine.start(
            JourneyStart(realm: realm, journey: journey, noSession: true, forceAuth: true, client: client))
        while case .step(var step) = reply {
            try answering(&step, recording.steps.count)
            recording.note(step)
            reply = try await engine.advance(step, in: realm, from: client)
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
