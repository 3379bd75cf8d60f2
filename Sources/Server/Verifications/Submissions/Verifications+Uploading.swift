import DeviceMessages
import Directory
package import Foundation
import Foundations
package import Primitives
import SealedFiles
import Store
import VerificationMessages

extension Verifications {
    /// The time after which a file without a row belongs to no upload that is still under way, in seconds.
    private static let longestUpload: TimeInterval = 3600

    /// An image on its way: its id, and that of its transaction.
    package struct ImageUpload: Sendable {
        let image: UUID
        let transaction: UUID
        let token: Secret
        let length: Int?
        /// The picture that the page has taken; nil for an app's image, whose content the server can't read.
        var picture: CapturedPicture?

        /// Makes an upload.
        /// - Parameters:
        ///   - image: the id that the app has made up.
        ///   - token: the transaction's token.
        ///   - length: the length that the app announces, in bytes; nil when it announces none.
        package init(_ image: UUID, of transaction: UUID, token: Secret, length: Int?) {
            self.image = image
            self.transaction = transaction
            self.token = token
            self.length = length
        }
    }

    /// Keeps a sealed image until a submission names it. The same id again replaces the image before.
    ///
    /// - Throws: `DeviceError` `.notFound` for a transaction whose token it isn't; `.expired` when no data are taken; `.full` for more than
    ///   ``StoredImage/most``; `.conflict` for an image that was submitted; `.malformed` for a length that no image has; `.rateLimited`
    ///   for more than two at once.
    package func upload<Body: AsyncSequence>(_ upload: ImageUpload, _ body: Body, at site: VerificationSite) async throws
    where Body.Element == [UInt8] {
        let (image, id) = (upload.image, upload.transaction)
        let realm = site.realm.id
        let stored = try await database.lookUp { [self] transaction in
            guard let stored = try StoredVerification.find(id, realm: realm, in: transaction), stored.app != nil,
                isToken(upload.token, of: stored)
            else { throw DeviceError(.notFound, "there is no verification of this token") }
            try requireRoom(for: image, of: stored, in: transaction)
            return stored
        }
        if let length = upload.length, !Self.lengths.contains(length) { throw Self.wrongLength }
        guard uploads.begin(id) else { throw DeviceError(.rateLimited, "an image of this verification is being uploaded; wait for it") }
        defer { uploads.end(id) }
        let file = "\(time.now.millisecondsSince1970)-\(random.uuid().text)"
        do {
            let size = try await write(body, to: file)
            let replaced = try await keep(file, size, upload, of: stored)
            await files.remove(replaced)
        } catch {
            await files.remove([file])
            throw error
        }
    }

    private static let lengths = (1 + ImageReference.overhead)...(ImageReference.mostBytes + ImageReference.overhead)
    private static let wrongLength = DeviceError(.malformed, "a sealed image has \(lengths.lowerBound) to \(lengths.upperBound) bytes")

    private func write<Body: AsyncSequence>(_ body: Body, to file: String) async throws -> Int where Body.Element == [UInt8] {
        let writer = try await files.begin(file)
        var size = 0
        for try await chunk in body {
            size += chunk.count
            guard size <= Self.lengths.upperBound else { throw Self.wrongLength }
            try await writer.append(chunk)
        }
        guard Self.lengths.contains(size) else { throw Self.wrongLength }
        try await writer.finish()
        return size
    }

    /// Writes the row of a file, and returns the files that it replaces: of the same image, and of another document that the page took.
    private func keep(_ file: String, _ size: Int, _ upload: ImageUpload, of known: StoredVerification) async throws -> [String] {
        let (image, now) = (upload.image, time.now)
        return try await database.write { [self] transaction in
            guard let stored = try StoredVerification.find(known.id, realm: known.realm, in: transaction),
                stored.submissions == known.submissions
            else { throw DeviceError(.replayed, "the data were submitted meanwhile") }
            let others = try upload.picture.map { try $0.removeOtherDocuments(of: stored, opening: sealer, in: transaction) } ?? []
            try requireRoom(for: image, of: stored, in: transaction)
            let before = try StoredImage.all(of: stored.id, realm: stored.realm, in: transaction).filter { $0.id == image }
            try transaction.execute(
                """
                INSERT INTO verification_images (realm, verification, id, user_id, file, size, received, draft)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                ON CONFLICT (realm, verification, id) DO UPDATE SET file = ?5, size = ?6, received = ?7, draft = ?8
                """, stored.realm, stored.id, image, stored.user, file, size, now,
                try upload.picture.map { try $0.sealed(for: stored, by: sealer) })
            return before.map(\.file) + others
        }
    }

    private func requireRoom(for image: UUID, of stored: StoredVerification, in transaction: any ReadTransaction) throws {
        guard stored.takesData(at: time.now) else { throw DeviceError(.expired, "no data are taken for this verification") }
        let others = try StoredImage.all(of: stored.id, realm: stored.realm, in: transaction)
        guard !others.contains(where: { $0.id == image && $0.submission != nil }) else {
            throw DeviceError(.conflict, "an image of this id was submitted before")
        }
        guard others.filter({ $0.id != image && $0.submission == nil }).count < StoredImage.most else {
            throw DeviceError(.full, "\(StoredImage.most) images of this verification wait for the submission")
        }
    }

    /// Removes files that no row has, and that no upload can be writing any more: of erased data, and what a crash has left.
    package func removeStrayFiles() async throws {
        let oldest = time.now.addingTimeInterval(-Self.longestUpload).millisecondsSince1970
        let old = await files.names().filter { name in
            let made = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).first.flatMap { Int64(decimal: $0) }
            return made.map { $0 < oldest } ?? false
        }
        guard !old.isEmpty else { return }
        let stray = try await database.read { transaction in
            // All realms: the files of all of them are in one place.
            try old.filter { try transaction.row("SELECT 1 AS found FROM verification_images WHERE file = ?1", $0) == nil }
        }
        await files.remove(stray)
    }
}
