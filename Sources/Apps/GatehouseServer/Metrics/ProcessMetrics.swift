internal import Foundation
internal import Primitives
internal import StorePostgres
internal import Telemetry

/// The numbers that are read when they are asked for: the process's use of the machine, under the names that Prometheus' own libraries use,
/// the queue of password hashes, and the connections to the database.
struct ProcessMetrics: Sendable {
    /// The number of passwords that wait to be hashed.
    let hashesWaiting: @Sendable () -> Int
    /// The database with connections; nil for the embedded one.
    let shared: PostgresDatabase?

    /// The numbers as they are now, by their names.
    var readings: [Reading] {
        var readings = [
            Reading("password_hashes_waiting", .gauge, Double(hashesWaiting())),
            Reading("process_cpu_seconds_total", .counter, Self.processorTime),
        ]
        if let memory = Self.residentMemory { readings.append(Reading("process_resident_memory_bytes", .gauge, Double(memory))) }
        if let load = shared?.load {
            readings.append(Reading("database_connections_used", .gauge, Double(load.used)))
            readings.append(Reading("database_connections_awaited", .gauge, Double(load.waiting)))
        }
        return readings
    }

    /// The numbers as they are now, as they are sent to a collector.
    var measured: [MeasuredMetric] {
        readings.map { MeasuredMetric(name: $0.name, kind: $0.kind.measured, points: [.init(labels: [], value: .number($0.value))]) }
    }

    /// The numbers as they are now, in the text format.
    var text: String {
        readings.map { reading in
            "# TYPE \(reading.name) \(reading.kind.rawValue)\n" + PrometheusText.line(reading.name, [], MetricSample(value: reading.value))
        }.joined()
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
