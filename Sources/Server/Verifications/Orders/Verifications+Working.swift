import Directory
import Foundation
import Foundations
import IdentityChecks
import Primitives
import ResourceMessages
import SealedFiles
import Store
import VerificationMessages

extension Verifications {
    /// Does all orders that are due, and ends the transactions whose time is over. An order that fails comes again after a pause, until its
    /// transaction ends; one that a killed server has left comes again, too.
    ///
    /// - Parameter address: scheme, host and port of this server's public address.
    package func work(address: String) async throws {
        try await endOverdue()
        while let order = try await StoredOrder.take(at: time.now, from: database) {
            do { try await carryOut(order, address: address) } catch is CancellationError { throw CancellationError() } catch {
                let again = time.now.addingTimeInterval(order.pause)
                try await database.write { try order.postpone(to: again, in: $0) }
            }
        }
    }

    private func carryOut(_ order: StoredOrder, address: String) async throws {
        let open = try await database.lookUp { [self] transaction in try openTransaction(of: order, in: transaction) }
        guard let stored = open, let realm = try await realm(order.realm) else {
            try await database.write { try order.remove(in: $0) }
            return
        }
        let site = VerificationSite(realm, address: address)
        if order.provider.isExactly(BuiltInProvider.id) {
            try await examine(order, of: stored, at: site)
        } else {
            try await ask(order, of: stored, at: site)
        }
    }

    /// The transaction of an order, which waits for it; nil for one that has ended or has a later submission.
    func openTransaction(of order: StoredOrder, in transaction: any ReadTransaction) throws -> StoredVerification? {
        guard let stored = try StoredVerification.find(order.verification, realm: order.realm, in: transaction), !stored.isDecided,
            !status(of: stored).isFinal, stored.submissions == order.submission
        else { return nil }
        return stored
    }

    /// Reads the pictures of a submission and makes the checks of this server.
    private func examine(_ order: StoredOrder, of stored: StoredVerification, at site: VerificationSite) async throws {
        let (cards, images) = try await database.read { [self] transaction in
            (
                try StoredCard.all(of: stored, opening: sealer, in: transaction),
                try StoredImage.all(of: stored.id, realm: stored.realm, in: transaction)
            )
        }
        guard let today = time.now.calendarDate else { return }
        let examined = try await builtIn.examine(cards.map(\.card), in: stored.realm, today: today) { reference in
            guard let image = images.first(where: { $0.id == reference.id }) else { throw Self.gone }
            try await database.write { [self] in try order.hold(at: time.now, in: $0) }
            return try await image.open(reference, in: files)
        }
        let spared = cards.filter { $0.reading?.claim != nil }
        var readings = Dictionary(examined.map { ($0.card.type, $0.reading) }) { first, _ in first }
        for card in spared { readings[card.card.type]?.claim = card.reading?.claim }
        let subject = BuiltInProvider.Case(
            cards: examined, spared: Set(spared.map(\.card.type)), policy: stored.policy, record: try record(of: stored), today: today)
        let outcomes = order.checks.map { check in
            let (judgement, numbers) = builtIn.judge(check, of: subject)
            return Outcome(
                check: check, result: judgement.result, details: StoredCheck.Details(messages: judgement.messages, numbers: numbers))
        }
        try await conclude(order, Conclusion(outcomes: outcomes, cards: cards, readings: readings), at: site)
    }

    /// The record that documents are compared with.
    private func record(of stored: StoredVerification) throws -> VerifyRecord {
        guard let sealed = stored.record else { return VerifyRecord() }
        return try VerifyRecord(stored: try sealer.openJSON(sealed, context: stored.context("record")))
    }

    /// Hands an order over to its provider outside.
    private func ask(_ stored: StoredOrder, of transaction: StoredVerification, at site: VerificationSite) async throws {
        guard let provider = try await providers.provider(stored.provider, in: site.realm), let order = try await order(stored.id, at: site)
        else {
            let missing = VerificationAnswer(
                results: [:], messages: ["provider": "The provider isn't available."], error: "there is no such provider")
            return try await answer(missing, to: stored.id, at: site)
        }
        switch try await provider.ask(order, at: site) {
        case .answered(let answer): try await self.answer(answer, to: stored.id, at: site)
        case .waiting: try await postpone(stored, by: stored.pause)
        case .again(let pause): try await postpone(stored, by: pause)
        }
    }

    private func postpone(_ order: StoredOrder, by pause: TimeInterval) async throws {
        let again = time.now.addingTimeInterval(max(pause, 1))
        try await database.write { try order.postpone(to: again, in: $0) }
    }

    /// Ends the transactions whose time is over.
    private func endOverdue() async throws {
        let now = time.now
        let overdue = try await database.read { transaction in
            // All realms: one clock.
            try transaction.rows("SELECT realm, id FROM verifications WHERE deadline <= ?1 ORDER BY deadline LIMIT 500", now).map {
                (realm: try $0.uuid("realm"), id: try $0.uuid("id"))
            }
        }
        for (id, transaction) in overdue.map({ ($0.realm, $0.id) }) {
            guard let realm = try await realm(id) else { continue }
            let retention = realm.settings[VerificationSettings.self].verificationRetention
            let hasEnded = try await database.write { [self] writing in
                guard let stored = try StoredVerification.find(transaction, realm: id, in: writing),
                    stored.deadline(stored.status).map({ $0 <= now }) == true
                else { return false }
                try end(stored, as: .fail, at: now, retention: retention, in: writing)
                return true
            }
            if hasEnded { bell.ring(transaction, in: realm) }
        }
    }
}
