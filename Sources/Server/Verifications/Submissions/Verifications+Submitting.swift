import DeviceMessages
import Directory
import Foundation
import Foundations
import JOSE
import Primitives
import SealedFiles
import Store
package import VerificationMessages
import VisionMessages

extension Verifications {
    /// Takes a submission. What is reported is durable, and its checks are made afterwards, also by a server that was killed meanwhile.
    ///
    /// - Throws: `DeviceError` as `docs/protocols/verify.md` 6 says; `.expired` when no data are taken; `.policy` for a selfie that the policy
    ///   doesn't ask for, and for one that is missing.
    package func submit(
        _ message: String, by sender: ProvedVerificationRequest, at site: VerificationSite
    ) async throws -> VerificationReport {
        let keys = try await keys(at: site)
        let known = try await database.lookUp { try StoredVerification.find(sender.id, realm: sender.realm, in: $0) }
        guard let known, let app = known.appKey else { throw Self.gone }
        let opening = try OpeningKey(keys.agreement, algorithm: .ecdhES, encryptions: [.a256GCM])
        let submission = try VerificationSubmission(opening: message, of: known.id, by: app, keys: opening, at: time.now)
        return try await keep(submission, of: known, keys, at: site)
    }

    /// Takes a submission that was opened.
    func keep(
        _ submission: VerificationSubmission, of known: StoredVerification, _ keys: VerificationServiceKeys, at site: VerificationSite
    ) async throws -> VerificationReport {
        let now = time.now
        try require(submission, of: known, at: now)
        let images = try await database.lookUp { try StoredImage.all(of: known.id, realm: known.realm, in: $0) }
        try await verify(submission, images)
        let readings = try await spared(submission, of: known, keys, at: site)
        let taken = try await database.write { [self] transaction in
            let stored = try take(submission, readings, of: known, at: now, in: transaction)
            let unnamed = try attach(submission, to: stored, in: transaction)
            return (report: try report(of: stored, in: transaction), unnamed: unnamed)
        }
        await files.remove(taken.unnamed)
        return taken.report
    }

    static let gone = DeviceError(.notFound, "the app has begun no verification of this id")

    /// Refuses what a transaction doesn't take.
    private func require(_ submission: VerificationSubmission, of stored: StoredVerification, at now: Date) throws {
        guard isToken(submission.token, of: stored) else { throw DeviceError(.replayed, "the token was spent") }
        guard stored.takesData(at: now) else { throw DeviceError(.expired, "no data are taken for this verification") }
        let (rule, hasSelfie) = (stored.policy.facialComparison.use, submission.cards.contains { $0.type == .selfie })
        let isAsked = hasSelfie ? rule != .disabled : rule != .required
        guard isAsked else {
            throw DeviceError(.policy, hasSelfie ? "this verification asks for no selfie" : "this verification asks for a selfie")
        }
    }

    /// Verifies that each image was uploaded, is the one that is mentioned, and is a picture.
    private func verify(_ submission: VerificationSubmission, _ images: [StoredImage]) async throws {
        for reference in submission.images {
            guard let image = images.first(where: { $0.id == reference.id && $0.submission == nil }) else {
                throw DeviceError(.notFound, "the image \(reference.id.text) wasn't uploaded")
            }
            let opened = try await image.open(reference, in: files)
            do { _ = try ImageHeader(of: opened) } catch {
                throw DeviceError(.malformed, "the image \(reference.id.text): \(error.reason)")
            }
        }
    }

    /// Spends the token, and writes the submission with the checks that it asks for and the order for them.
    private func take(
        _ submission: VerificationSubmission, _ readings: [IdentityCardType: CardReading], of known: StoredVerification, at now: Date,
        in transaction: any WriteTransaction
    ) throws -> StoredVerification {
        guard let current = try StoredVerification.find(known.id, realm: known.realm, in: transaction) else { throw Self.gone }
        // Of two submissions at once, one finds the token spent.
        try require(submission, of: current, at: now)
        try transaction.execute(
            "UPDATE verifications SET submissions = submissions + 1 WHERE realm = ?1 AND id = ?2", known.realm, known.id)
        let stored = try StoredVerification.required(known.id, of: known.user, realm: known.realm, in: transaction)
        for card in submission.cards {
            try StoredCard.put(card, of: stored, sealer: sealer, at: now, in: transaction)
            if let reading = readings[card.type] { try StoredCard.keep(reading, of: card.type, stored, sealer: sealer, in: transaction) }
        }
        let documents = submission.cards.filter(\.type.isDocument)
        let plan = CheckPlan(
            stored.policy, for: submission.cards.map(\.type), isSpared: documents.allSatisfy { readings[$0.type]?.claim != nil })
        for finding in plan.findings { try StoredCheck.put(finding, of: stored, sealer: sealer, in: transaction) }
        // A manual check wants the pictures read as well, for what administrators see.
        if !plan.findings.isEmpty {
            let own = plan.findings.filter { $0.provider == BuiltInProvider.id && $0.result == .pending }
            let draft = StoredOrder.Draft(provider: BuiltInProvider.id, checks: own.map(\.check))
            try StoredOrder.put(draft, of: stored, at: now, in: transaction)
        }
        let status = plan.findings.isEmpty ? VerificationStatus.partial : .inProgress
        try stored.set(status, waits: plan.findings.isEmpty, at: now, retention: 0, in: transaction)
        try audit.append(
            .verificationSubmitted, ["transaction": .string(stored.id.text), "submission": .integer(Int64(stored.submissions))], at: now,
            realm: stored.realm, user: stored.user, in: transaction)
        return try StoredVerification.required(known.id, of: known.user, realm: known.realm, in: transaction)
    }

    /// Makes the images the submission's, and returns the files of those that it doesn't name.
    private func attach(
        _ submission: VerificationSubmission, to stored: StoredVerification, in transaction: any WriteTransaction
    ) throws -> [String] {
        var removed: [String] = []
        let waiting = try StoredImage.all(of: stored.id, realm: stored.realm, in: transaction).filter { $0.submission == nil }
        for reference in submission.images {
            guard waiting.contains(where: { $0.id == reference.id && $0.size == reference.sealedSize }) else {
                throw DeviceError(.conflict, "the image \(reference.id.text) was changed meanwhile")
            }
            try transaction.execute(
                "UPDATE verification_images SET submission = ?4, draft = NULL WHERE realm = ?1 AND verification = ?2 AND id = ?3",
                stored.realm,
                stored.id, reference.id, stored.submissions)
        }
        let named = submission.images.map(\.id)
        for image in waiting where !named.contains(image.id) {
            try transaction.execute(
                "DELETE FROM verification_images WHERE realm = ?1 AND verification = ?2 AND id = ?3", stored.realm, stored.id, image.id)
            removed.append(image.file)
        }
        return removed
    }
}
