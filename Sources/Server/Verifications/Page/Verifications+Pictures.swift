import DeviceMessages
import Foundation
import Foundations
package import Primitives
import Store
import VerificationMessages
import VisionMessages

extension Verifications {
    /// The numbers of pictures in a minute: of one transaction, and from one network address.
    private static let (mostPictures, mostPicturesFromAddress) = (20, 60)

    /// Counts a picture that is about to be sent, before any of it is read.
    ///
    /// - Returns: the room that the picture takes, until ``PictureRoom/leave()``.
    /// - Throws: `DeviceError` `.expired` when no data are taken; `.rateLimited` for too many in a minute, or at once.
    package func admitPicture(by browser: VerificationBrowser, from address: String) async throws -> PictureRoom {
        let now = time.now
        let attempt = Throttle.Attempt(
            [
                ("verification picture of", .installation(browser.id.text), Self.mostPictures),
                ("verification picture", .address(address), Self.mostPicturesFromAddress),
            ], realm: browser.realm, at: now)
        try await database.write { transaction in
            guard let stored = try StoredVerification.find(browser.id, realm: browser.realm, in: transaction) else { throw Self.gone }
            guard stored.takesData(at: now) else { throw DeviceError(.expired, "no data are taken for this verification") }
            guard try attempt.isAllowed(in: transaction) else { throw DeviceError(.rateLimited, "too many pictures in a minute") }
        }
        guard let room = pictureRooms.enter() else { throw DeviceError(.rateLimited, "too many pictures are being sent") }
        return room
    }

    /// Takes a picture: it is read for its faults, sealed under a key of its own, and kept as an app's upload is.
    ///
    /// - Parameter token: the transaction's token, as the page that was shown has it.
    /// - Returns: the faults; none also where nothing reads pictures, or can't just now.
    /// - Throws: `DeviceError` `.malformed` for what is no JPEG or PNG file of up to 8 MiB; `.replayed` for a token that is spent; as
    ///   ``upload(_:_:at:)`` does.
    package func take(
        _ file: [UInt8], as slot: CaptureSlot, token: Secret, by browser: VerificationBrowser, at site: VerificationSite
    ) async throws -> [PictureFault] {
        do { _ = try ImageHeader(of: file) } catch { throw DeviceError(.malformed, error.reason) }
        let stored = try await database.lookUp { try StoredVerification.find(browser.id, realm: browser.realm, in: $0) }
        guard let stored else { throw Self.gone }
        guard isToken(token, of: stored) else { throw DeviceError(.replayed, "the token was spent") }
        let faults = await faults(of: file, slot, in: browser.realm)
        let source = random
        let (reference, sealed) = try ImageReference.seal(
            file, id: CapturedPicture.id(of: slot, in: stored), side: slot.side, random: source)
        var upload = ImageUpload(reference.id, of: stored.id, token: token, length: sealed.count)
        upload.picture = CapturedPicture(slot: slot, image: reference, faults: faults)
        try await self.upload(upload, OnePart(bytes: sealed), at: site)
        return faults
    }

    private func faults(of file: [UInt8], _ slot: CaptureSlot, in realm: UUID) async -> [PictureFault] {
        switch try? await builtIn.pictures?.report(PictureFault.readings(of: slot), of: file, in: realm) {
        case .read(let report): PictureFault.all(in: report, of: slot)
        case .unreadable: [.unreadable]
        case .unavailable, nil: []
        }
    }
}

/// The body of a picture, which is there as a whole.
private struct OnePart: AsyncSequence {
    let bytes: [UInt8]

    struct AsyncIterator: AsyncIteratorProtocol {
        var bytes: [UInt8]?

        mutating func next() -> [UInt8]? { bytes.take() }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: bytes) }
}
