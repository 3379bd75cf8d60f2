import Crypto
import DeviceMessages
import Directory
package import Foundation
import Foundations
import Primitives
import SealedFiles
import Store
import VerificationMessages

extension Verifications {
    /// An order that a provider outside has, or is to get; nil for an unknown one.
    package func order(_ id: UUID, at site: VerificationSite) async throws -> ProviderOrder? {
        try await database.read { [self] transaction in
            guard let order = try StoredOrder.find(id, realm: site.realm.id, in: transaction),
                !order.provider.isExactly(BuiltInProvider.id),
                let stored = try StoredVerification.find(order.verification, realm: order.realm, in: transaction)
            else { return nil }
            let cards = try StoredCard.all(of: stored, opening: sealer, in: transaction).map { stored in
                OrderedCard(
                    type: stored.card.type, fields: stored.reading?.fields ?? IdentityFields(),
                    images: Dictionary(stored.card.images.map { ($0.side, $0.id) }) { first, _ in first })
            }
            return ProviderOrder(
                id: id, transaction: stored.id, provider: order.provider, checks: order.checks, cards: cards, attempt: order.submission,
                tries: order.tries, issued: order.issued, expires: stored.expires)
        }
    }

    /// The file of an image of an order that isn't answered, which is written down.
    /// - Throws: `DeviceError` `.notFound`.
    package func image(_ id: UUID, of order: ProviderOrder, at site: VerificationSite) async throws -> [UInt8] {
        let (realm, now) = (site.realm.id, time.now)
        let unknown = DeviceError(.notFound, "the order has no image of this id")
        let (reference, image) = try await database.write { [self] transaction in
            guard let known = try StoredOrder.find(order.id, realm: realm, in: transaction), known.answer == nil,
                let stored = try openTransaction(of: known, in: transaction),
                let reference = try StoredCard.all(of: stored, opening: sealer, in: transaction).flatMap(\.card.images).first(where: {
                    $0.id == id
                }), let image = try StoredImage.all(of: stored.id, realm: realm, in: transaction).first(where: { $0.id == id })
            else { throw unknown }
            try audit.append(
                .verificationDocumentRead,
                ["transaction": .string(stored.id.text), "provider": .string(known.provider), "image": .string(id.text)], at: now,
                realm: realm, user: stored.user, in: transaction)
            return (reference, image)
        }
        return try await image.open(reference, in: files)
    }

    /// Takes the answer of a provider to an order. The first counts, and the same again changes nothing.
    ///
    /// - Throws: `DeviceError` `.notFound` for an unknown order, `.conflict` for another answer than the first, `.expired` when the
    ///   transaction has ended, `.malformed` for the result of a check that wasn't ordered, and one that is pending.
    package func answer(_ answer: VerificationAnswer, to id: UUID, at site: VerificationSite) async throws {
        let hash = answer.hash
        let (order, cards) = try await database.read { [self] transaction in
            guard let order = try StoredOrder.find(id, realm: site.realm.id, in: transaction), !order.provider.isExactly(BuiltInProvider.id)
            else { throw DeviceError(.notFound, "there is no order of this id") }
            if let known = order.answer {
                guard known == hash else { throw DeviceError(.conflict, "the order was answered otherwise") }
                return (order, [StoredCard]())
            }
            guard let stored = try openTransaction(of: order, in: transaction) else {
                throw DeviceError(.expired, "the transaction has ended, or has a later submission")
            }
            return (order, try StoredCard.all(of: stored, opening: sealer, in: transaction))
        }
        guard order.answer == nil else { return }
        guard answer.results.allSatisfy({ order.checks.contains($0.key) && $0.value != .pending }) else {
            throw DeviceError(.malformed, "a result of a check that wasn't ordered, or that is pending")
        }
        let details = StoredCheck.Details(messages: answer.messages, error: answer.error)
        let outcomes = order.checks.map { Outcome(check: $0, result: answer.results[$0] ?? .unavailable, details: details) }
        try await conclude(order, Conclusion(outcomes: outcomes, cards: cards, answer: hash), at: site)
        // Of two answers at once, the other may have counted.
        let kept = try await database.lookUp { try StoredOrder.find(id, realm: site.realm.id, in: $0)?.answer }
        guard kept == hash else { throw DeviceError(kept == nil ? .expired : .conflict, "the order was answered otherwise, or has ended") }
    }
}

extension VerificationAnswer {
    /// The hash by which the same answer is known again.
    fileprivate var hash: [UInt8] {
        let json: JSONValue = [
            "results": .object(
                JSONObject(results.map { ($0.key.rawValue, JSONValue.string($0.value.rawValue)) }.sorted { $0.0 < $1.0 })),
            "messages": .object(JSONObject(messages.map { ($0.key, JSONValue.string($0.value)) }.sorted { $0.0 < $1.0 })),
            "error": error.map(JSONValue.string) ?? .null,
        ]
        return SHA256.hash(data: json.encoded).bytes
    }
}
