import DeviceMessages
import Foundation
import Primitives
import SealedFiles
import Store
import VerificationMessages

/// An image that was uploaded: a file as the app has sealed it.
struct StoredImage: Sendable, Identifiable {
    let id: UUID
    let file: String
    /// The number of the file's bytes.
    let size: Int
    /// The submission that names it; nil while it waits for one.
    let submission: Int?
    /// The sealed ``CapturedPicture`` of one that the page took, until a submission names it; nil for an app's.
    let draft: [UInt8]?

    /// The number of images that may wait for a submission.
    static let most = 6

    /// The images of a transaction.
    static func all(of id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> [StoredImage] {
        try transaction.rows("SELECT * FROM verification_images WHERE realm = ?1 AND verification = ?2", realm, id).map { row in
            StoredImage(
                id: try row.uuid("id"), file: try row.text("file"), size: Int(try row.int("size")),
                submission: try row.optionalInt("submission").map { Int($0) }, draft: try row.optionalBlob("draft"))
        }
    }

    /// Reads the file and opens it.
    /// - Throws: `DeviceError` `.conflict` when it isn't the image that is mentioned.
    func open(_ reference: ImageReference, in files: any SealedFileStore) async throws -> [UInt8] {
        guard size == reference.sealedSize else {
            throw DeviceError(.conflict, "the image that was uploaded has another length than the submission mentions")
        }
        return try reference.open(try await files.read(file, from: 0, count: size))
    }
}
