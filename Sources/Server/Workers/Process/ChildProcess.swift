#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import Primitives
import Synchronization

/// A process with a line to it: what we write is its standard input, what it writes there we read.
///
/// It gets no environment but the one that is given, no other descriptor of ours, and is in a group of its own, so that signals of a terminal pass it by.
final class ChildProcess: Sendable {
    /// The way a process ended.
    enum Ending: Sendable, Equatable {
        case exited(Int32)
        case signalled(Int32)
    }

    private enum State { case running, reaped }

    /// Our ends of the pipes; a caller that takes them closes them.
    let input: Int32
    let output: Int32
    private let id: pid_t
    private let state = Mutex(State.running)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: its path and its arguments.
    ///   - environment: lines such as `NAME=value`.
    /// - Throws: ``WorkerError`` `.unavailable`.
    init(_ command: [String], environment: [String]) throws(WorkerError) {
        let (toChild, fromChild) = (try Pipe(), try Pipe())
        defer {
            close(toChild.reading)
            close(fromChild.writing)
        }
        do { id = try Self.spawn(command, environment, input: toChild.reading, output: fromChild.writing) } catch {
            close(toChild.writing)
            close(fromChild.reading)
            throw error
        }
        input = toChild.writing
        output = fromChild.reading
    }

    /// Reaps the process: no other code would take note of its end, and it would stay in the system's table of processes.
    deinit {
        if state.withLock({ $0 == .running }) { _ = reap() }
    }

    /// The processor time that it has used so far; zero where the system doesn't tell, or when it has ended.
    var processorTime: Duration {
        state.withLock { state in
            var time = timespec()
            #if os(Linux)
            var clock = clockid_t()
            guard state == .running, clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .zero }
            #endif
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
    }

    /// Ends it at once.
    func kill() {
        state.withLock { state in
            if state == .running { killpg(id, SIGKILL) }
        }
    }

    /// Ends it, and says how it had ended if it had already. Blocks for a moment.
    func reap() -> Ending {
        kill()
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        state.withLock { $0 = .reaped }
        // The macros of <sys/wait.h>.
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }

    private static func spawn(
        _ command: [String], _ environment: [String], input: Int32, output: Int32
    ) throws(WorkerError) -> pid_t {
        let actions = SpawnActions(input: input, output: output)
        let attributes = SpawnAttributes()
        var id = pid_t()
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        let failure = posix_spawn(&id, command[0], actions.reference, attributes.reference, &arguments, &variables)
        guard failure == 0 else { throw WorkerError(.unavailable, "\(command[0]) can't be started: \(String(cString: strerror(failure)))") }
        return id
    }
}

/// Two descriptors that no other child inherits.
private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws(WorkerError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw WorkerError(.unavailable, "no pipe: \(String(cString: strerror(errno)))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reading = ends[0]
        writing = ends[1]
    }
}
