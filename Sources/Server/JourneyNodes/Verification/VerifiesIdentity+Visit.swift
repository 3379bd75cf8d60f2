import DevicePolicies
import Directory
import Foundation
import Foundations
import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import VerificationMessages
import Verifications

/// The addition of a node to the verification that it begins.
struct VerificationDemand: Sendable {
    /// Changes the policy for this verification.
    var policy: @Sendable (inout VerifyPolicy) -> Void = { _ in }
    /// The record that a document is compared with; of what is missing, the profile counts.
    var record = VerifyRecord()
    /// A verification to go on with; nil for a new one.
    var earlier: UUID?
}

extension VerifiesIdentity {
    private typealias Delivery = VerificationAsking.Delivery

    /// Begins a verification of the user who has proved who they are, and waits for its end.
    ///
    /// - Parameter demand: the addition of the node, asked for when one is begun.
    /// - Returns: nil while it is waited for.
    func visit(
        _ turn: inout Turn, _ demand: (_ user: User, _ turn: Turn) async throws -> VerificationDemand
    ) async throws -> VerificationEnd? {
        let user = try await turn.requireUser(Self.self)
        guard let id = turn["id"]?.string.flatMap({ UUID(text: $0) }) else { return try await begin(user, &turn, demand) }
        let isWaiting = turn["link"] == nil
        let pressed = show(&turn)
        guard let transaction = try await turn.verification(id, of: user.id) else {
            return leave(.unavailable(reason: "the verification is gone"), &turn)
        }
        if let end = end(of: transaction, turn) { return leave(end, &turn) }
        if turn.wasSubmitted, pressed == 0 {
            try await turn.spend()
            _ = try await turn.domain.verifications.delete(id, of: user.id, at: try turn.verificationSite())
            return leave(.exited, &turn)
        }
        // A code that was used is shown no longer.
        guard !isWaiting, transaction.status != .requested else { return nil }
        turn["link"] = nil
        turn["code"] = nil
        turn.withdraw()
        _ = show(&turn)
        return nil
    }

    private func end(of transaction: VerifyTransaction, _ turn: Turn) -> VerificationEnd? {
        if transaction.status.isApproved { return .approved(transaction) }
        if transaction.isTimedOut { return .timedOut(transaction) }
        if transaction.status.isFinal, !transaction.takesData { return .failed(transaction) }
        if leavesUndecided, transaction.waitsForDecision { return .undecided(transaction) }
        let limit = turn["until"]?.integer ?? 0
        return Int64(turn.now.timeIntervalSince1970) < limit ? nil : .timedOut(transaction)
    }

    // MARK: - The beginning

    private func begin(
        _ user: User, _ turn: inout Turn, _ demand: (User, Turn) async throws -> VerificationDemand
    ) async throws -> VerificationEnd? {
        let demand = try await demand(user, turn)
        if let id = demand.earlier, let transaction = try await turn.verification(id, of: user.id), transaction.isUnderWay {
            return wait(for: transaction, &turn)
        }
        guard let delivery = chooseDelivery(user, &turn) else { return nil }
        // A client that sends the step before again begins no second one.
        try await turn.spend()
        do {
            let transaction = try await create(demand, for: user, by: delivery, &turn)
            return wait(for: transaction, &turn)
        } catch let error as DomainError where [.notPermitted, .conflict, .invalid].contains(error.code) {
            return leave(.unavailable(reason: error.reason), &turn)
        } catch let error as SecondFactorError {
            return leave(.unavailable(reason: error.reason), &turn)
        }
    }

    private func create(
        _ demand: VerificationDemand, for user: User, by delivery: Delivery, _ turn: inout Turn
    ) async throws -> VerifyTransaction {
        let (verifications, site) = (turn.domain.verifications, try turn.verificationSite())
        let recipient = try turn.recipient(of: delivery, user)
        var order = VerifyTransactionOrder()
        order.policy = try await turn.verifyPolicy(asking.policy)
        order.record = demand.record
        let made = try await verifications.create(order, for: user.id, by: .user, at: site, changing: demand.policy)
        if let recipient {
            try await verifications.send(
                made.code, of: made.transaction, to: [recipient], by: turn.budgetAsker(about: user.id), at: site)
        } else {
            turn["link"] = .string(site.link(made.code))
            turn["code"] = .string(made.code.reveal())
        }
        return made.transaction
    }

    private func wait(for transaction: VerifyTransaction, _ turn: inout Turn) -> VerificationEnd? {
        turn["id"] = .string(transaction.id.text)
        turn["until"] = .integer(Int64(turn.now.timeIntervalSince1970) + Int64(asking.timeout))
        turn["chooses"] = nil
        turn.withdraw()
        _ = show(&turn)
        return nil
    }

    /// The way in which the code reaches the user; nil while the user chooses.
    private func chooseDelivery(_ user: User, _ turn: inout Turn) -> Delivery? {
        guard asking.offersDelivery else { return asking.delivery }
        let ways = Delivery.allCases.filter { $0 == .code || turn.address(of: $0, user) != nil }
        let isAsked = turn["chooses"] != nil && turn.wasSubmitted
        if !isAsked { turn.withdraw() }
        turn["chooses"] = true
        turn.tell(TextStatement(turn.text(asking.choiceMessage)).callback)
        let usual = ways.firstIndex(of: asking.delivery) ?? 0
        let pressed = turn.ask(
            ConfirmationQuestion(options: ways.map { turn.text(VerificationAsking.label(of: $0)) }, defaultOption: usual))
        guard isAsked else { return nil }
        return ways[pressed.flatMap { ways.indices.contains($0) ? $0 : nil } ?? usual]
    }

    // MARK: - The step

    /// Shows the code, or that it is waited; the button's number when it was pressed.
    private func show(_ turn: inout Turn) -> Int? {
        if let link = turn["link"]?.string, let code = turn["code"]?.string {
            turn.tellCode(link, id: Turn.verificationID, turn.text(asking.scanMessage).replacing("{{code}}", with: code))
        }
        turn.tell(PollingWait(milliseconds: asking.seconds * 1000, message: turn.text(asking.waitingMessage)).callback)
        return exitLabel.flatMap { turn.ask(ConfirmationQuestion(options: [turn.text($0)])) }
    }

    private func leave(_ end: VerificationEnd, _ turn: inout Turn) -> VerificationEnd {
        for name in ["id", "link", "code", "until", "chooses"] { turn[name] = nil }
        return end
    }
}

extension VerifyTransaction {
    /// Whether an app has begun it and it hasn't ended, so that it can be waited for without its code.
    fileprivate var isUnderWay: Bool { status != .requested && (!status.isFinal || takesData) }
}
