import Administration
import Primitives
import ResourceMessages

/// The way by which commands have actions performed.
protocol ActionRunner: Sendable {
    func read<Action: ReadingAction>(_ action: Action) async throws -> JSONValue

    /// Makes a change; in a dry run to no effect.
    func change<Action: ChangingAction>(_ action: Action, isDryRun: Bool) async throws -> JSONValue
}

/// Performs actions on the open data, as the operator that runs this program.
struct LocalRunner: ActionRunner {
    let administration: Administration

    func read<Action: ReadingAction>(_ action: Action) async throws -> JSONValue {
        Action.interface.output.write(try await administration.read(action))
    }

    func change<Action: ChangingAction>(_ action: Action, isDryRun: Bool) async throws -> JSONValue {
        let output = Action.interface.output
        guard isDryRun else { return output.write(try await administration.perform(action)) }
        return output.write(try await administration.preview(action)).without(secretsOf: output.shape)
    }
}
