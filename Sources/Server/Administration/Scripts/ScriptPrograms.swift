package import Scripting
package import ScriptMessages
import Primitives
import Workers

/// Runs scripts for one action.
package enum ScriptPrograms {
    /// Does something with a pool of one process, by a server's settings for scripts.
    package static func with<Value>(
        _ settings: ScriptPool.Configuration, _ body: (ScriptPool) async throws -> Value
    ) async throws -> Value {
        var configuration = settings
        configuration.workers.processes = 1
        let pool = ScriptPool(configuration)
        do {
            let value = try await body(pool)
            await pool.close()
            return value
        } catch {
            await pool.close()
            throw error
        }
    }

    /// The reason for which a script makes no sense, with its place; nil when it compiles.
    package static func problem(_ source: ScriptSource, _ pool: ScriptPool) async throws -> ScriptError? {
        do { try await pool.check(source) } catch  where error.code == .syntax { return error }
        return nil
    }
}

extension ScriptError {
    /// The error as compilers write it: `check.js:2:7: SyntaxError: …`.
    package func text(in file: String) -> String {
        let place = [file, line.map(String.init), column.map(String.init)].compactMap(\.self).joined(separator: ":")
        return "\(place): \(reason)"
    }
}
