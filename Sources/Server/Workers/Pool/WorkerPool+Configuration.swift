import Foundation
import WorkerMessages

extension WorkerPool {
    /// The program of a pool's workers, their number, and the bounds on those who wait for them.
    package struct Configuration: Sendable {
        /// The path of the program.
        package var program: String
        /// The program's arguments.
        package var arguments: [String] = []
        /// The whole environment that the program sees: lines such as `NAME=value`.
        package var environment: [String] = []
        /// Whether workers run also where the kernel can't confine them.
        package var allowsUnconfined = false
        /// The number of workers; of two or more, parties under suspicion never have the last.
        package var processes = max(2, ProcessInfo.processInfo.activeProcessorCount)
        /// The number of pieces of work that may wait in all.
        package var waiting = 4096
        /// The number that may wait for one party.
        package var waitingForOne = 2048
        /// The time that a piece of work may wait.
        package var patience = Duration.seconds(10)
        /// The time for which a party whose work had to be stopped is under suspicion.
        package var suspicion = Duration.seconds(30)
        /// The growth after which a worker is replaced, in MiB.
        package var worn = 96
        /// The number of pieces of work after which a worker is replaced.
        package var uses = 10_000
        /// The longest frame that a worker may send, in bytes.
        package var longestFrame = 4 << 20

        package init(program: String) { self.program = program }

        /// The command that starts a worker.
        var command: [String] { [program] + arguments + (allowsUnconfined ? [WorkerExit.allowUnconfined] : []) }
    }

    /// The path of another program that was installed beside the running one.
    package static func sibling(_ name: String) -> String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
    }
}
