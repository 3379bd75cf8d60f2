/// The place of sealed files, such as mail and photographs, whose keys are in the database: the files alone are noise.
///
/// A file is named before the row that has its key: what a crash leaves behind is a file without a row, which is removed later.
package protocol SealedFileStore: Sendable {
    /// Begins a file, which is there once its writer has finished it.
    func begin(_ name: String) async throws -> any SealedFileWriter
    /// The bytes of a part of a file; fewer where it ends.
    /// - Throws: when there is none of this name.
    func read(_ name: String, from offset: Int, count: Int) async throws -> [UInt8]
    /// Removes files; one that isn't there is no error.
    func remove(_ names: [String]) async
    /// The names of all files, those that were never finished included.
    func names() async -> [String]
}

/// Writes one file.
package protocol SealedFileWriter: Sendable {
    /// Appends bytes.
    func append(_ bytes: [UInt8]) async throws
    /// Makes what was appended durable, and the file one that is there.
    func finish() async throws
}
