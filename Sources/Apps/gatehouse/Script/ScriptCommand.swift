import ArgumentParser
import GatehouseServer
import JourneyEngine
import Primitives
import ScriptMessages
import Scripting
import Services

/// `gatehouse script`
struct ScriptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "script", abstract: "Scripts: JavaScript that decides in a journey.",
        subcommands: [
            ScriptListCommand.self, ScriptShowCommand.self, ScriptSaveCommand.self, ScriptDeleteCommand.self, ScriptCheckCommand.self,
            ScriptRunCommand.self,
        ])
}

extension Domain {
    /// The script of an id or a name that somebody typed.
    func existingScript(_ name: String, in realm: Realm) async throws -> Script {
        guard let script = try await scripts.script(name, in: realm.id) else {
            throw CommandFailure("there is no script \(name) in realm \(realm.path); see gatehouse script list")
        }
        return script
    }
}

/// Runs scripts for one command.
enum ScriptPrograms {
    /// Does something with a pool of one process.
    static func with<Value>(
        processes: Int = 1, _ body: (ScriptPool) async throws -> Value
    ) async throws -> Value {
        var configuration = ScriptPool.Configuration(program: ScriptPool.siblingProgram)
        configuration.processes = processes
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
}
