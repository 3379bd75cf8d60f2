package import Directory
import Foundation
import Foundations
package import JourneyEngine
import JourneyModel
package import Primitives
package import ScriptMessages
package import Scripting
package import SignIn
import Synchronization

/// Runs a script by itself, outside of any journey: to try it. It reads what is there, and changes and sends nothing.
package struct ScriptTrial: Sendable {
    private let realm: Realm
    private let domain: JourneyServices
    private let pool: ScriptPool

    package init(realm: Realm, domain: JourneyServices, pool: ScriptPool) {
        self.realm = realm
        self.domain = domain
        self.pool = pool
    }

    /// The outcome of a run: what the script decided, and what it logged.
    package struct Outcome: Sendable {
        /// The decision of the script.
        package let decision: JSONValue
        /// The lines that the script logged, in their order.
        package let log: [ScriptLogLine]
    }

    /// Runs a script.
    ///
    /// - Parameter bindings: the values that it sees, by the names `state` (with `shared` and `transient`), `callbacks`, `headers`,
    /// `parameters`,
    ///   `cookies`, `existingSession`; each may be missing.
    /// - Throws: ``ScriptError``.
    package func run(_ script: Script, bindings: JSONObject) async throws -> Outcome {
        let host = TrialHost(realm: realm, domain: domain)
        var all = bindings
        all["realm"] = all["realm"] ?? .string(realm.path.description)
        all["state"] = [
            "shared": all["state"]?["shared"] ?? .object(JSONObject()), "transient": all["state"]?["transient"] ?? .object(JSONObject()),
        ]
        let run = ScriptRun(script.source, bindings: all, limits: pool.limits)
        let result = try await pool.run(run, as: "trial", for: host)
        return Outcome(decision: result.value, log: host.lines)
    }
}

/// Answers what only reads.
private final class TrialHost: ScriptHost {
    private let realm: Realm
    private let domain: JourneyServices
    private let log = Mutex<[ScriptLogLine]>([])

    init(realm: Realm, domain: JourneyServices) {
        self.realm = realm
        self.domain = domain
    }

    var lines: [ScriptLogLine] { log.withLock { $0 } }

    func log(_ line: ScriptLogLine) { log.withLock { $0.append(line) } }

    func answer(_ call: ScriptCall) async -> ScriptAnswer {
        let reading = ScriptReading(realm: realm, domain: domain, own: nil) { throw ScriptRefusal("a trial run changes nothing") }
        do {
            guard let value = try await reading.value(of: call) else { return .refused("a trial run has no \(call.method)") }
            return .value(value)
        } catch { return .refused((error as? ScriptRefusal)?.reason ?? "\(call.method) failed") }
    }
}
