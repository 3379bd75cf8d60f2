package import Foundation
import DeviceMessages
import Directory
import Foundations
package import Primitives
import Store
package import VerificationMessages

/// A browser that began a transaction. Only ``Verifications`` makes one, by its cookie.
package struct VerificationBrowser: Sendable {
    /// The transaction.
    package let id: UUID
    let realm: UUID

    fileprivate init(_ id: UUID, _ realm: UUID) {
        self.id = id
        self.realm = realm
    }
}

// The page's calls: the browser is the transaction's holder, and the server seals its pictures as an app would
// (docs/decisions/0174-verification-by-a-page.md).
extension Verifications {
    /// Begins a transaction by its code, as ``start(_:by:from:at:)`` does for an app.
    ///
    /// - Parameter cookies: the value that this browser alone has; then others that it has, by one of which it may have begun before.
    /// - Throws: `DeviceError` `.notFound` for a code that isn't known, is used, is over, or is another realm's, and for what can't be one;
    ///   `.rateLimited` when too many were tried.
    package func begin(
        _ code: String, inBrowser cookies: [Secret], from address: String, at site: VerificationSite
    ) async throws -> VerificationBrowser {
        guard let code = VerificationCode.canonical(code) else {
            throw DeviceError(.notFound, "there is no verification of this code")
        }
        do {
            let stored = try await give(code, to: holder(cookies[0], in: site), from: address, at: site)
            return VerificationBrowser(stored.id, stored.realm)
        } catch let error as DeviceError where error.code == .notFound {
            let now = time.now
            let others = cookies.dropFirst().map { holder($0, in: site) }
            let before = try await database.lookUp { [self] transaction in
                try others.compactMap { try begunBefore(code, by: $0, realm: site.realm.id, at: now, in: transaction) }.first
            }
            guard let before else { throw error }
            return VerificationBrowser(before.id, before.realm)
        }
    }

    /// The browser that began a transaction.
    /// - Throws: `DeviceError` `.notFound` when it isn't the one with this cookie.
    package func browser(with cookie: Secret, of id: UUID, at site: VerificationSite) async throws -> VerificationBrowser {
        let stored = try await database.lookUp { try StoredVerification.find(id, realm: site.realm.id, in: $0) }
        let holders = browsers[site.realm.id].hashes(cookie).map { TransactionHolder.browser($0).id }
        guard let stored, let app = stored.app, holders.contains(where: app.isExactly) else { throw Self.gone }
        return VerificationBrowser(id, stored.realm)
    }

    private func holder(_ cookie: Secret, in site: VerificationSite) -> TransactionHolder {
        .browser(browsers[site.realm.id].hash(cookie))
    }

    /// The transaction, as the page shows it.
    /// - Throws: `DeviceError` `.notFound` when the user was removed meanwhile.
    package func visit(by browser: VerificationBrowser) async throws -> PageVisit {
        try await database.read { [self] transaction in
            guard let stored = try StoredVerification.find(browser.id, realm: browser.realm, in: transaction) else { throw Self.gone }
            return PageVisit(
                report: try report(of: stored, in: transaction), requirements: stored.policy.requirements,
                collectsOnly: stored.policy.transaction.collectsOnly,
                pictures: try CapturedPicture.all(of: stored, opening: sealer, in: transaction).mapValues(\.faults))
        }
    }

    /// Submits the pictures that were taken, by the rules of an app's submission.
    ///
    /// - Parameter token: the transaction's token, as the page that was shown has it.
    /// - Throws: `DeviceError` `.replayed` for a token that is spent; `.expired` when no data are taken; `.policy` when a picture is missing.
    package func submit(
        token: Secret, by browser: VerificationBrowser, at site: VerificationSite
    ) async throws -> VerificationReport {
        let now = time.now
        let (known, pictures) = try await database.lookUp { [self] transaction in
            guard let stored = try StoredVerification.find(browser.id, realm: browser.realm, in: transaction) else { throw Self.gone }
            return (stored, try CapturedPicture.all(of: stored, opening: sealer, in: transaction))
        }
        guard isToken(token, of: known) else { throw DeviceError(.replayed, "the token was spent") }
        let cards = IdentityCardType.allCases.compactMap { type -> IdentityCard? in
            let images = CaptureSlot.all(of: type).compactMap { pictures[$0]?.image }
            guard images.contains(where: { $0.side == type.sides.required }) else { return nil }
            return IdentityCard(type: type, id: type.rawValue, images: images)
        }
        guard cards.contains(where: \.type.isDocument) else { throw DeviceError(.policy, "this verification asks for a document") }
        let submission = VerificationSubmission(transaction: known.id, token: token, cards: cards, issuedAt: now)
        return try await keep(submission, of: known, try await keys(at: site), at: site)
    }
}
