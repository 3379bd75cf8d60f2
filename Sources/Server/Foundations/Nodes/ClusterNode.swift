package import Foundation
import Primitives
import Store

/// A process that serves, as the others over the same database see it.
package struct ClusterNode: Sendable, Equatable {
    /// The name that no other process has.
    package let name: String
    /// The version of its program.
    package let version: String
    /// The last step of the schema that its program knows.
    package let step: Int
    /// The place where it listens, as host and port; nil where that isn't known beforehand.
    package let address: String?
    /// The time of its start.
    package let started: Date
    /// The time of its last sign of life, by the clock of the database.
    package var seen: Date
    /// The time by which its clock is ahead of the database's, in milliseconds; negative for one that is behind.
    package var clockDifference: Int64
    /// True when it was told to stop.
    package var isDraining: Bool

    package init(
        name: String, version: String, step: Int, address: String?, started: Date, seen: Date, clockDifference: Int64 = 0,
        isDraining: Bool = false
    ) {
        self.name = name
        self.version = version
        self.step = step
        self.address = address
        self.started = started
        self.seen = seen
        self.clockDifference = clockDifference
        self.isDraining = isDraining
    }

    init(row: Row) throws(DatabaseError) {
        name = try row.text("name")
        version = try row.text("version")
        step = Int(try row.int("step"))
        address = try row.optionalText("address")
        started = try row.date("started")
        seen = try row.date("seen")
        clockDifference = try row.int("clock_difference")
        isDraining = try row.bool("draining")
    }
}
