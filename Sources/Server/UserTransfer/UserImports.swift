import DevicePolicies
package import DeviceRegistry
package import Directory
import Foundation
import Foundations
package import Primitives
package import Store
package import UserFiles

/// Stores users from files, some hundred in a transaction, with a note in the same transaction of how far the file has come: what was
/// interrupted continues from there, and no user is lost or comes twice ([decision 168](../../../docs/decisions/0168-user-import.md)).
package struct UserImports: Sendable {
    /// The most users of one transaction.
    package static let most = 500

    let database: any Database
    let accounts: Accounts
    let passcodes: Passcodes
    let time: any TimeSource
    let random: any RandomSource

    package init(database: any Database, accounts: Accounts, passcodes: Passcodes, time: any TimeSource, random: any RandomSource) {
        self.database = database
        self.accounts = accounts
        self.passcodes = passcodes
        self.time = time
        self.random = random
    }

    /// Some records of a file that follow each other.
    package struct Batch: Sendable {
        /// The file, by the SHA-256 of its content.
        package var source: String
        /// The number of the file's records before these; 0 begins the file again.
        package var start: Int
        /// The number of records up to the last of these, those among them that became no users here.
        package var end: Int
        /// The number of records among them that couldn't be read.
        package var unreadable: Int
        /// The users, each with its number in the file.
        package var users: [(number: Int, record: UserFileRecord)]
        /// The way in which a user is taken who is there already.
        package var conflict: ImportConflict

        package init(
            of source: String, from start: Int, to end: Int, unreadable: Int, users: [(number: Int, record: UserFileRecord)],
            conflict: ImportConflict
        ) {
            self.source = source
            self.start = start
            self.end = end
            self.unreadable = unreadable
            self.users = users
            self.conflict = conflict
        }
    }

    /// The results of a batch.
    package struct Outcome: Sendable {
        /// The number of users that were created.
        package var created = 0
        /// The number of users that were changed.
        package var updated = 0
        /// The number of records whose users were there and stayed as they were.
        package var skipped = 0
        /// The records that became no users.
        package var refused: [Refusal] = []
        /// The attributes that weren't kept, with the number of users who had them.
        package var leftOut: [String: Int] = [:]

        /// Users who aren't taken.
        package struct Refusal: Sendable {
            /// The number of the record in the file.
            package let number: Int
            /// The reason, in one sentence.
            package let reason: String

            package init(number: Int, reason: String) {
                self.number = number
                self.reason = reason
            }
        }
    }

    /// Stores a batch.
    /// - Throws: `conflict` when the file has come to another place than the batch begins at.
    package func store(_ batch: Batch, in realm: Realm) async throws -> Outcome {
        let (schema, now) = (try await accounts.schema(of: realm), time.now)
        var (ready, outcome) = ([Prepared](), Outcome())
        for (number, record) in batch.users {
            do {
                let (prepared, leftOut) = try prepare(number, record, in: realm, schema, at: now)
                ready.append(prepared)
                for name in leftOut { outcome.leftOut[name, default: 0] += 1 }
            } catch let error as PolicyViolation {
                outcome.refused.append(Outcome.Refusal(number: number, reason: error.description))
            } catch let error as any PublicError {
                outcome.refused.append(Outcome.Refusal(number: number, reason: error.reason))
            }
        }
        return try await database.write { [ready, outcome] transaction in
            var outcome = outcome
            try ImportProgress.require(batch.source, at: batch.start, realm: realm.id, in: transaction)
            for prepared in ready {
                do {
                    switch try accounts.store(prepared.user, batch.conflict, at: now, in: transaction) {
                    case .created(let id):
                        outcome.created += 1
                        try addPasscodes(prepared, to: id, in: realm.id, at: now, transaction)
                        let doubled = try Self.addPasskeys(prepared, to: id, in: realm.id, at: now, transaction)
                        if doubled > 0 { outcome.leftOut["passkeys that are registered already", default: 0] += doubled }
                    case .updated: outcome.updated += 1
                    case .skipped: outcome.skipped += 1
                    }
                } catch let error as DomainError {
                    outcome.refused.append(Outcome.Refusal(number: prepared.number, reason: error.reason))
                }
            }
            let sums = ImportProgress(
                position: batch.end, created: outcome.created, updated: outcome.updated, skipped: outcome.skipped,
                refused: outcome.refused.count + batch.unreadable)
            try sums.add(to: batch.source, restarting: batch.start == 0, realm: realm.id, at: now, in: transaction)
            return outcome
        }
    }

    /// The place that a file has come to; nil for one that was never begun.
    package func progress(of source: String, in realm: Realm) async throws -> ImportProgress? {
        try await database.read { try ImportProgress.progress(of: source, realm: realm.id, in: $0) }
    }

    /// A user who can be stored, but for what the transaction finds there.
    private struct Prepared: Sendable {
        let number: Int
        let user: IncomingUser
        let passcodes: [(id: UUID, passcode: PasscodeRecord)]
        let passkeys: [(id: UUID, passkey: ImportedPasskey)]
    }

    private func prepare(
        _ number: Int, _ record: UserFileRecord, in realm: Realm, _ schema: ProfileSchema, at now: Date
    ) throws -> (Prepared, leftOut: [String]) {
        var user = User(
            imported: record.id ?? random.uuid(), realm: realm.id, username: record.username, created: min(record.created ?? now, now))
        user.status = record.isEnabled ? .active : .inactive
        user.attributes = record.attributes
        user.lastLogin = record.lastLogin.map { min($0, now) }
        switch record.password {
        case .own(let text): user.passwordHash = try accounts.stored(own: text)
        case .foreign(let hash): user.passwordHash = accounts.stored(hash)
        case nil: break
        }
        let standing: RecoveryAddress.Standing = record.isMailVerified.map { $0 ? .proven : .claimed } ?? .given
        let new = IncomingUser(user: user, mail: standing, hasFactor: !(record.passcodes.isEmpty && record.passkeys.isEmpty))
        let (incoming, leftOut) = try accounts.incoming(new, others: record.custom, in: realm, schema)
        let prepared = Prepared(
            number: number, user: incoming, passcodes: record.passcodes.map { (random.uuid(), $0) },
            passkeys: record.passkeys.map { (random.uuid(), $0) })
        return (prepared, leftOut)
    }

    private func addPasscodes(
        _ prepared: Prepared, to user: UUID, in realm: UUID, at now: Date, _ transaction: any WriteTransaction
    ) throws {
        for (id, passcode) in prepared.passcodes {
            let device = UserDevice(
                id: id, realm: realm, user: user, kind: passcode.period == nil ? .oathToken : .totp, status: .active, created: now,
                updated: now)
            try Devices.insert(device, in: transaction)
            let generator = Passcodes.Generator(algorithm: passcode.algorithm, digits: passcode.digits, period: passcode.period)
            try passcodes.establish(generator, secret: passcode.secret, for: id.text, realm: realm, in: transaction)
            if passcode.period == nil { try Passcodes.move(id.text, to: passcode.counter, realm: realm, in: transaction) }
        }
    }

    /// Adds passkeys, each with its device.
    /// - Returns: the number of those whose credentials are registered already, for whichever user.
    private static func addPasskeys(
        _ prepared: Prepared, to user: UUID, in realm: UUID, at now: Date, _ transaction: any WriteTransaction
    ) throws -> Int {
        var doubled = 0
        for (id, passkey) in prepared.passkeys {
            var device = UserDevice(id: id, realm: realm, user: user, kind: .fido2, status: .active, created: now, updated: now)
            device.nickname = passkey.name
            let new = NewPasskey(
                imported: passkey.credential, for: passkey.relyingParty, name: passkey.name, userHandle: passkey.userHandle)
            if try Passkeys.insert(RegisteredPasskey(new, of: device), in: transaction) {
                try Devices.insert(device, in: transaction)
            } else {
                doubled += 1
            }
        }
        return doubled
    }
}
