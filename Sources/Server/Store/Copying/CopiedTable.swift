import Primitives

/// A table that was copied, and is the same in both databases.
package struct CopiedTable: Sendable, Equatable {
    package let name: String
    /// The number of its rows.
    package let rows: Int
    /// SHA-256 over its rows, in hexadecimal; equal tables of any two databases have equal digests.
    package let digest: String
    /// The number of rows that had to be written: all of them in a first copy, and in a later one those that have changed.
    package let written: Int
    /// The number of rows that were taken away, since the source has them no more or others in their place.
    package let removed: Int
}
