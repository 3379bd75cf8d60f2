import Foundations
import Primitives
import SealedFiles

/// An envelope that waits, to be sent piece by piece.
package struct StoredEnvelope: Sendable {
    /// The number of its bytes.
    package let size: Int
    let file: String
    let pieces: SealedPieces
    let files: any SealedFileStore

    /// The number of its pieces.
    package var count: Int { SealedPieces.count(size) }

    /// The bytes of a piece.
    /// - Throws: `SealError` for a file that was changed; the file system's errors.
    package func piece(_ number: Int) async throws -> [UInt8] {
        let length = SealedPieces.length(of: number, in: size) + SealedPieces.overhead
        let sealed = try await files.read(file, from: number * (SealedPieces.length + SealedPieces.overhead), count: length)
        return try pieces.open(sealed, number: number, isLast: number == count - 1)
    }
}
