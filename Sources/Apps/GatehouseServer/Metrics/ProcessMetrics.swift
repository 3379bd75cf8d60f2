internal import Foundation
internal import Primitives

/// The numbers that are read when they are asked for: the process's use of the machine, under the names that Prometheus' own libraries use, and
/// the queue of password hashes.
enum ProcessMetrics {
    /// The numbers as they are now, in the text format.
    static func text(hashesWaiting: Int) -> String {
        var text = "# TYPE password_hashes_waiting gauge\npassword_hashes_waiting \(hashesWaiting)\n"
        text += "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total \(processorTime)\n"
        if let memory = residentMemory {
            text += "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes \(memory)\n"
        }
        return text
    }

    /// Bytes in memory, where the system tells it in a file (Linux): the second number counts pages.
    private static var residentMemory: Int? {
        // The system's own text: no byte order mark.
        guard let statistics = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
        let fields = String(decoding: statistics, as: UTF8.self).split(separator: " ")
        return fields.dropFirst().first.flatMap { Int($0) }.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    }

    /// Seconds of processor time, in the program and in the system for it.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
