import Primitives

/// The place where envelopes are kept, each a file of sealed pieces, whose key is in the database. Who has the files alone has nothing.
///
/// A file is named before the row that has its key: what a crash leaves behind is a file without a row, which is removed later.
package protocol EnvelopeFiles: Sendable {
    /// Begins a file, which is there once its writer has finished it.
    func begin(_ name: String) async throws -> any EnvelopeWriter
    /// The bytes of a part of a file; fewer where it ends.
    /// - Throws: when there is none of this name.
    func read(_ name: String, from offset: Int, count: Int) async throws -> [UInt8]
    /// Removes files; one that isn't there is no error.
    func remove(_ names: [String]) async
    /// The names of all files, those that were never finished included.
    func names() async -> [String]
}

/// Writes one file.
package protocol EnvelopeWriter: Sendable {
    /// Appends bytes.
    func append(_ bytes: [UInt8]) async throws
    /// Makes what was appended durable, and the file one that is there.
    func finish() async throws
}
