import DeviceMessages
import Directory
package import Foundation
import Foundations
import Primitives
import Store
package import VerificationMessages

/// The submissions of a transaction whose data are listed.
package enum AttemptSelection: Sendable, Equatable {
    /// The last submission.
    case last
    /// Every submission.
    case all
}

extension Verifications {
    /// The data that were collected in a transaction, without their contents.
    /// - Throws: `unknownResource`.
    package func verifiedData(
        of id: UUID, of user: UUID, type: VerifiedDataType? = nil, attempts: AttemptSelection = .last, at site: VerificationSite
    ) async throws -> [VerifiedDatum] {
        let (stored, cards) = try await cards(of: id, of: user, at: site)
        return cards.filter { attempts == .all || $0.submission == stored.submissions }.flatMap { card in
            VerifiedDataType.allCases.filter { type == nil || $0 == type }.compactMap { card.datum($0, of: stored) }
        }
    }

    /// A piece of data with its content, which is written down.
    /// - Throws: `unknownResource`.
    package func verifiedDatum(_ datum: UUID, of id: UUID, of user: UUID, at site: VerificationSite) async throws -> VerifiedDatum {
        let (stored, cards) = try await cards(of: id, of: user, at: site)
        let found = cards.lazy.flatMap { card in VerifiedDataType.allCases.map { (card, $0) } }.compactMap { card, type in
            card.datum(type, of: stored).map { (card, type, $0) }
        }.first { $0.2.id == datum }
        guard let (card, type, empty) = found else { throw Self.noDatum }
        let now = time.now
        try await database.write { [self] transaction in
            try audit.append(
                .verificationDocumentRead, ["transaction": .string(id.text), "type": .string(type.rawValue), "datum": .string(datum.text)],
                at: now, realm: stored.realm, user: user, in: transaction)
        }
        var datum = empty
        datum.data = try await content(type, of: card, stored)
        return datum
    }

    /// The accounts of all checks of a transaction.
    /// - Throws: `unknownResource`.
    package func metaData(of id: UUID, of user: UUID, at site: VerificationSite) async throws -> [VerificationMetadatum] {
        let realm = site.realm.id
        return try await database.read { [self] transaction in
            let stored = try StoredVerification.required(id, of: user, realm: realm, in: transaction)
            return try StoredCheck.history(of: stored, in: transaction).map { check in
                let details = try StoredCheck.Details(of: check, opening: sealer)
                var metadatum = VerificationMetadatum()
                metadatum.id = .derived(from: id, "verification check \(check.submission) \(check.check.rawValue)")
                metadatum.type = check.check
                metadatum.provider = check.provider
                metadatum.status = check.result
                metadatum.attempts = check.submission
                metadatum.error = details.error
                metadatum.data = details.numbers
                for (key, text) in details.messages.sorted(by: { $0.key < $1.key }) { metadatum.data[key] = .string(text) }
                return metadatum
            }
        }
    }

    /// The account of one check.
    /// - Throws: `unknownResource`.
    package func metaDatum(
        _ metadatum: UUID, of id: UUID, of user: UUID, at site: VerificationSite
    ) async throws -> VerificationMetadatum {
        guard let found = try await metaData(of: id, of: user, at: site).first(where: { $0.id == metadatum }) else { throw Self.noDatum }
        return found
    }

    private static let noDatum = DomainError(.unknownResource, "the verification has no data of this id")

    private func cards(
        of id: UUID, of user: UUID, at site: VerificationSite
    ) async throws -> (stored: StoredVerification, cards: [StoredCard]) {
        let realm = site.realm.id
        return try await database.read { [self] transaction in
            let stored = try StoredVerification.required(id, of: user, realm: realm, in: transaction)
            return (stored, try StoredCard.history(of: stored, opening: sealer, in: transaction))
        }
    }

    private func content(_ type: VerifiedDataType, of card: StoredCard, _ stored: StoredVerification) async throws -> String {
        switch type {
        case .governmentID: card.fields.json.text
        case .barcode: Data(card.barcode ?? []).base64EncodedString()
        case .croppedPortrait: Data(card.reading?.portrait ?? []).base64EncodedString()
        case .selfie: try await file(.selfie, of: card, stored)
        case .frontImage: try await file(.front, of: card, stored)
        case .backImage: try await file(.back, of: card, stored)
        }
    }

    private func file(_ side: ImageSide, of card: StoredCard, _ stored: StoredVerification) async throws -> String {
        let images = try await database.lookUp { try StoredImage.all(of: stored.id, realm: stored.realm, in: $0) }
        guard let reference = card.card.image(side), let image = images.first(where: { $0.id == reference.id }) else { throw Self.noDatum }
        return Data(try await image.open(reference, in: files)).base64EncodedString()
    }
}

extension StoredCard {
    /// The fields that were read; those that the app read, where the server has read none.
    fileprivate var fields: IdentityFields { reading.map(\.told) ?? card.fields }
    /// The payload of the barcode, as it was read here, or else by the app.
    fileprivate var barcode: [UInt8]? { reading?.barcode ?? card.barcode }

    /// A piece of data without its content; nil where the card hasn't it.
    fileprivate func datum(_ type: VerifiedDataType, of stored: StoredVerification) -> VerifiedDatum? {
        let isThere: Bool =
            switch type {
            case .governmentID: card.type.isDocument && !fields.isEmpty
            case .barcode: barcode != nil
            case .croppedPortrait: card.type.isDocument && reading?.portrait != nil
            case .selfie: card.image(.selfie) != nil
            case .frontImage: card.image(.front) != nil
            case .backImage: card.image(.back) != nil
            }
        guard isThere else { return nil }
        var datum = VerifiedDatum()
        datum.id = .derived(from: stored.id, "verified data \(submission) \(card.type.rawValue) \(type.rawValue)")
        datum.type = type
        datum.created = received
        datum.attempt = submission
        return datum
    }
}
