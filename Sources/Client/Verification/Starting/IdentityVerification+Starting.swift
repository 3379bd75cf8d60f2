import DeviceFoundation
public import DeviceMessages
import Foundation
import Primitives
import VerificationMessages

extension IdentityVerification {
    /// Begins the verification of a code, which takes the place of the transaction before it. The same code again continues the same transaction.
    ///
    /// - Parameters:
    ///   - code: 12 digits as they were typed, or the text of a QR code.
    ///   - push: the way to tell the app that the state has changed; nil, the default, for one that asks.
    /// - Throws: ``VerificationError/Code/unknownCode``; ``VerificationError/Code/foreignOrigin`` before anything is sent;
    ///   ``VerificationError/Code/busy`` while a submission is sent; ``VerificationError/Code/rateLimited``; other codes when key store,
    ///   store or server fail.
    @discardableResult
    public func start(_ code: String, push: PushAddress? = nil) async throws(VerificationError) -> VerificationTransaction {
        let text: VerificationCodeText
        do { text = try VerificationCodeText(code) } catch {
            throw VerificationError(.unknownCode, error.message, underlying: error)
        }
        let place = text.place ?? configuration.place
        guard place.origin == configuration.place.origin || configuration.otherOrigins.contains(place.origin) else {
            throw VerificationError(.foreignOrigin, "the code is of a server that this app doesn't know")
        }
        guard !isSubmitting else { throw Self.busy }
        let base = VerificationAddresses(place).base
        try await gate.run { () async throws(VerificationError) in try await self.begin(base, text.code, push) }
        try await sweep()
        return try await begun()
    }

    /// Finishes what an end of the process interrupted: a start, or a submission.
    ///
    /// - Parameter push: the way to tell the app that the state has changed, where it is another by now; nil, the default, leaves it.
    /// - Returns: the transaction, which ``IdentityVerification/transaction`` has, too.
    /// - Throws: ``VerificationError/Code/noTransaction`` when none was begun; as ``start(_:push:)`` and ``submit(_:)``.
    @discardableResult
    public func resume(push: PushAddress? = nil) async throws(VerificationError) -> VerificationTransaction {
        try await gate.run { () async throws(VerificationError) in try await self.resumeStart(push) }
        let resumed = try await begun()
        guard resumed.isPending else { return resumed }
        try await submitPending()
        return try await begun()
    }

    private nonisolated func begun() async throws(VerificationError) -> VerificationTransaction {
        guard let transaction = try await transaction else { throw Self.noTransaction }
        return transaction
    }

    /// Keys and code are kept before the server hears of them: a start whose answer was lost is repeated with the same ones.
    private nonisolated func begin(_ base: String, _ code: Secret, _ push: PushAddress?) async throws(VerificationError) {
        if let record = try await book.transaction(), record.base == base, record.code == code {
            if let push, push != record.push { try await renew(record, push) }
            return
        }
        let record = TransactionRecord(base: base, code: code, keys: try await keysForStart(base, code), push: push)
        try await book.write(record.json, .starting)
        try await finishStart(record)
    }

    /// The keys of the same start before, or else new ones.
    private nonisolated func keysForStart(_ base: String, _ code: Secret) async throws(VerificationError) -> KeyPairNames {
        if let stored = try await book.record(.starting) {
            let earlier = try TransactionRecord(stored)
            if earlier.base == base, earlier.code == code { return earlier.keys }
        }
        return try await keys.make()
    }

    private nonisolated func resumeStart(_ push: PushAddress?) async throws(VerificationError) {
        if let stored = try await book.record(.starting) {
            var record = try TransactionRecord(stored)
            record.push = push ?? record.push
            do { return try await finishStart(record) } catch {
                guard error.code == .unknownCode else { throw error }
            }
        }
        guard let record = try await book.transaction() else { throw Self.noTransaction }
        if let push, push != record.push { try await renew(record, push) }
    }

    private nonisolated func finishStart(_ started: TransactionRecord) async throws(VerificationError) {
        var record = started
        do { record.configuration = try await introduce(started) } catch {
            // A refusal is sure, a lost answer isn't: then the same start is made again.
            if !error.isTemporary { try await book.delete(.starting) }
            throw error
        }
        record.token = record.configuration?.token
        record.status = .initiated
        // In this order: a submission that is left belongs to the transaction that is left.
        try await book.delete(.submission)
        try await book.write(record.json, .transaction)
        try await book.delete(.starting)
        journal.note(.info, "a verification was begun")
    }

    /// Makes the start again, with another push address.
    private nonisolated func renew(_ record: TransactionRecord, _ push: PushAddress) async throws(VerificationError) {
        guard let transaction = record.configuration?.transaction else { return }
        var changed = record
        changed.push = push
        do { _ = try await introduce(changed) } catch {
            // A transaction that has ended sends no notices.
            guard error.code == .unknownCode else { throw error }
        }
        try await book.update(transaction) { $0.push = push }
    }

    private nonisolated func introduce(_ record: TransactionRecord) async throws(VerificationError) -> VerificationConfiguration {
        let start = VerificationStart(
            code: record.code, agreement: try await keys.publicKey(record.keys.agreement), application: configuration.application,
            system: configuration.system, push: record.push)
        let response: HTTPResponse
        do {
            response = try await channel.call(
                .post, VerificationAddresses(base: record.base).verifications, as: record.keys, introduces: true, body: start.json)
        } catch {
            guard error.code == .refused(.notFound) else { throw error }
            throw VerificationError(.unknownCode, "there is no verification of this code", underlying: error.underlying)
        }
        let answer = try VerificationChannel.read(response, VerificationConfiguration.init(json:))
        try await channel.learn(answer.serverTime)
        return answer
    }

    static let busy = VerificationError(.busy, "a submission is under way; wait until it has ended")
    static let noTransaction = VerificationError(.noTransaction, "no verification was begun")
}
