import Foundation
package import ScriptMessages

extension ScriptPool {
    /// The number of processes, and the limits of scripts.
    package struct Configuration: Sendable {
        /// The program that runs scripts.
        package var program: String
        /// Whether scripts run also where the kernel can't confine their processes.
        package var allowsUnconfined = false
        /// The number that run at once; at least two, so that one that does nothing but compute leaves a process for another.
        package var processes = max(2, ProcessInfo.processInfo.activeProcessorCount)
        /// The limits of one run.
        package var limits = ScriptLimits()
        /// The number that may wait in all, and for the same script.
        package var waiting = 4096
        /// The number of runs of one script that may wait.
        package var waitingForOne = 2048
        /// The time that one may wait.
        package var patience = Duration.seconds(10)
        /// The time beyond the script's own that a process may be silent in all: it waits for the disk when it starts, and for a
        /// processor on a busy machine.
        package var silence = Duration.seconds(30)
        /// The time for which a script that had to be stopped is under suspicion.
        package var suspicion = Duration.seconds(30)
        /// The growth after which a process is replaced, in MiB, and the number of times that it is used at most.
        package var worn = 96
        /// The number of runs after which a process is replaced.
        package var uses = 10_000

        package init(program: String) { self.program = program }
    }

    /// The command that starts a process.
    var command: [String] { [configuration.program] + (configuration.allowsUnconfined ? [ScriptExit.allowUnconfined] : []) }

    /// The program that belongs to the running one: it lies beside it.
    package static var siblingProgram: String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("gatehouse-script").path
    }
}
