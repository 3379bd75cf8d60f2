package import ScriptMessages
package import Workers

extension ScriptPool {
    /// The processes, and the limits of scripts.
    package struct Configuration: Sendable {
        /// The program that runs scripts, and the number of its processes.
        package var workers: WorkerPool.Configuration
        /// The limits of one run.
        package var limits = ScriptLimits()
        /// The time beyond the script's own that a process may be silent in all: it waits for the disk when it starts, and for a
        /// processor on a busy machine.
        package var silence = Duration.seconds(30)

        package init(program: String) {
            workers = WorkerPool.Configuration(program: program)
            workers.longestFrame = ScriptMessageLimits.longest
        }
    }

    /// The program that belongs to the running one: it lies beside it.
    package static var siblingProgram: String { WorkerPool.sibling("gatehouse-script") }
}
