import FederationTesting
import Foundations
import JourneyMessages
import Logging
import Primitives
import ScriptMessages
import Scripting

@testable import JourneyEngine
import Services
import SignIn
import Directory

/// A realm whose users may sign in at a pretended provider, and whose journeys may run scripts.
struct SocialHarness {
    let base: JourneyHarness
    let provider: PretendProvider

    static func with(milliseconds: Int = 1000, _ body: (SocialHarness) async throws -> Void) async throws {
        var configuration = ScriptPool.Configuration(program: ScriptPool.siblingProgram)
        configuration.limits.milliseconds = milliseconds
        let pool = ScriptPool(configuration)
        do {
            let time = ManualTime()
            let provider = try PretendProvider(time: time)
            let scripts = ScriptRuntime(pool: pool, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let base = try await JourneyHarness(scripts: scripts, http: provider, time: time)
            try await body(SocialHarness(base: base, provider: provider))
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
    }

    func save(_ text: String, as name: String, _ generation: ScriptSource.Generation = .next) async throws {
        var script = Script(id: base.domain.platform.random.uuid(), name: name, text: text)
        script.generation = generation
        try await base.domain.signIn.scripts.save(script, in: base.realm.id)
    }

    /// Starts a journey whose first step leads to the provider, signs in there, and comes back.
    func signIn(_ journey: String, as subject: String) async throws -> JourneyReply {
        let step = try await base.step(journey)
        let answer = provider.authorize(step.callbacks[0].output("redirectUrl")?.string ?? "", as: subject)
        return try await base.with(answer.map { RequestFacts.Field($0.name, $0.value) }).send(step)
    }
}

extension JourneyHarness {
    /// The same, for a client whose requests have these parameters.
    func with(_ parameters: [RequestFacts.Field]) -> JourneyHarness {
        var harness = self
        harness.client.request = { RequestFacts(parameters: parameters) }
        return harness
    }

    /// The state that a step carries.
    func state(of step: Step) throws -> JourneyState {
        try engine.sealer.open(step.authID, realm: realm.id, binding: client.binding, at: time.now)
    }
}
