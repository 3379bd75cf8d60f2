import Foundation
import Primitives
import Store
import Foundations
import Directory

/// Takes orders of each channel: counts them, and puts their messages into the outbox or hands them over at once.
struct OrderDesk: Sendable {
    let limits: MessageLimits
    let store: OutboxStore
    let carrier: any OutboxCarrier
    /// The word for what a message is sent to.
    let noun: String
    /// A discreet order: no answer tells if there is a recipient.
    let isDiscreet: Bool

    /// Puts a message into the outbox, in one transaction with the counting; without a worker, the first attempt follows.
    ///
    /// - Parameters:
    ///   - fault: the fault of the order, be its recipient who it may.
    ///   - effect: what belongs to the message.
    /// - Throws: ``MessageError``; what `effect` throws.
    func put(
        _ message: OutboxMessage, by asker: BudgetAsker, in realm: Realm, fault: MessageError?,
        _ effect: @escaping @Sendable (any WriteTransaction, Bool) throws -> Void
    ) async throws {
        let entry = try store.entry(message)
        let refusal = try await store.database.write { transaction -> MessageError? in
            let admission = try limits.admit(message.recipient, from: asker, in: realm, transaction)
            if let error = error(admission, message) { return try record(error, of: message, admission, transaction) }
            if let fault { return try record(fault, of: message, admission, transaction) }
            let isWithin = admission == .admitted
            if isWithin {
                try store.put(entry, for: asker, in: transaction)
            } else {
                _ = try record(full, of: message, admission, transaction)
            }
            try effect(transaction, isWithin && message.recipient != nil)
            return nil
        }
        if let refusal { throw refusal }
        if store.turn == .atOnce { try await store.attempt(entry, by: carrier) }
    }

    /// Hands a message over, and waits until it was taken.
    /// - Throws: ``MessageError``.
    func send(_ message: OutboxMessage, by asker: BudgetAsker, in realm: Realm) async throws {
        let refusal = try await store.database.write { transaction -> MessageError? in
            let admission = try limits.admit(message.recipient, from: asker, in: realm, transaction)
            return try error(admission, message).map { try record($0, of: message, admission, transaction) }
        }
        if let refusal { throw refusal }
        do { try await carrier.carry(message) } catch {
            try await record(message, failure: "\(error)")
            throw error
        }
        try await record(message, failure: nil)
    }

    private var full: MessageError { MessageError(.overloaded, "too many messages went to this \(noun) in the last minute") }

    /// The error that an order ends with for its limits or its recipient.
    private func error(_ admission: MessageLimits.Admission, _ message: OutboxMessage) -> MessageError? {
        if admission == .askerIsFull {
            return MessageError(.overloaded, "too many messages were asked for from one address in the last minute")
        }
        guard !isDiscreet else { return nil }
        guard admission == .admitted else { return full }
        return message.recipient == nil ? MessageError(.invalid, "there is no \(noun) to send it to") : nil
    }

    /// Records that a message isn't sent. Floods from one address leave no line each.
    private func record(
        _ error: MessageError, of message: OutboxMessage, _ admission: MessageLimits.Admission, _ transaction: any WriteTransaction
    ) throws -> MessageError {
        if admission != .askerIsFull {
            try store.audit.append(message.event(failure: error.reason, at: store.time.now), in: transaction)
        }
        return error
    }

    private func record(_ message: OutboxMessage, failure: String?) async throws {
        let event = message.event(failure: failure, at: store.time.now)
        try await store.database.write { try store.audit.append(event, in: $0) }
    }
}
