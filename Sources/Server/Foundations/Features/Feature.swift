package import Foundation
import Primitives
package import Store

/// The declaration of a concept of the domain: what the server does for it beyond the calls of its own code.
///
/// A type that keeps something declares its feature beside its code (`static let feature`), its module lists it, and the assembly folds all
/// of them: the schema's history, the rules of erasure, the sweep of what has expired, the listeners of the audit log, the settings of
/// realms, and the names by which things refer to each other.
package struct Feature: Sendable {
    /// The feature's part of the schema's history.
    package let history: [SchemaStep]
    /// One rule for each table that the feature keeps.
    package let tables: [TableRule]
    /// The queries by which other modules' rows are found that belong to what the feature keeps.
    package let searches: [OwnerSearch]
    /// The rows that go once their time has passed.
    package let expiry: [Expiry]
    /// Removes what has expired where more is to be done than to delete rows by their time; it comes after ``expiry``. nil when there is
    /// nothing of this kind.
    package let sweep: (@Sendable (Sweep) throws -> Void)?
    /// The names by which some tables count a user that is about to be removed, such as addresses.
    package let names: (@Sendable (ErasedUser) throws -> [String])?
    /// Removes what belongs to a user that is about to be removed, where more is to be done than to delete the rows that name the user.
    package let leave: (@Sendable (ErasedUser, Erasure) throws -> Void)?
    /// Lets go of what an application was assigned that is about to be removed, where that is not a row of its own.
    package let release: (@Sendable (ErasedApplication) throws -> Void)?
    /// The feature's own reaction to events of the audit log.
    package let listener: (any AuditListener.Type)?
    /// The owner of the realms, as the audit log asks it; nil for all features but one.
    package let realms: (any AuditRealms.Type)?
    /// The feature's own reading of users' names: what it takes a name for that isn't only a user's; nil where it has none.
    package let reads: (@Sendable (ReadName) throws -> String?)?
    /// The settings of realms that the feature reads; nil when it has none.
    package let settings: (any SettingsSection.Type)?
    /// The things that the feature keeps and others may name.
    package let targets: [ReferenceTargets]
    /// The things that the feature keeps and that name others.
    package let referrers: [Referrers]

    package init(
        history: [SchemaStep] = [], tables: [TableRule] = [], searches: [OwnerSearch] = [],
        expiry: [Expiry] = [], sweep: (@Sendable (Sweep) throws -> Void)? = nil,
        names: (@Sendable (ErasedUser) throws -> [String])? = nil, leave: (@Sendable (ErasedUser, Erasure) throws -> Void)? = nil,
        release: (@Sendable (ErasedApplication) throws -> Void)? = nil,
        listener: (any AuditListener.Type)? = nil, realms: (any AuditRealms.Type)? = nil,
        reads: (@Sendable (ReadName) throws -> String?)? = nil,
        settings: (any SettingsSection.Type)? = nil,
        targets: [ReferenceTargets] = [], referrers: [Referrers] = []
    ) {
        self.history = history
        self.tables = tables
        self.searches = searches
        self.expiry = expiry
        self.sweep = sweep
        self.names = names
        self.leave = leave
        self.release = release
        self.listener = listener
        self.realms = realms
        self.reads = reads
        self.settings = settings
        self.targets = targets
        self.referrers = referrers
    }

    /// The removal of what has expired, in one transaction for all features.
    package struct Sweep {
        /// The time of the sweep: rows that ended before it have expired.
        package let now: Date
        package let erasure: Erasure
        package let transaction: any WriteTransaction

        package init(now: Date, erasure: Erasure, transaction: any WriteTransaction) {
            self.now = now
            self.erasure = erasure
            self.transaction = transaction
        }
    }

    /// A user about to be removed.
    package struct ErasedUser {
        /// The user's id.
        package let id: UUID
        /// The id of the user's realm.
        package let realm: UUID
        package let transaction: any WriteTransaction
    }

    /// A name that a user is to get.
    package struct ReadName {
        /// The name in the form in which names are compared.
        package let folded: String
        /// The id of the realm that the user is to be in.
        package let realm: UUID
        package let transaction: any ReadTransaction
    }

    /// An application about to be removed.
    package struct ErasedApplication {
        /// The application's id, which is its `client_id`.
        package let id: String
        /// The id of the application's realm.
        package let realm: UUID
        package let transaction: any WriteTransaction
    }
}

extension [Feature] {
    /// The whole history of the schema.
    package var migrations: [Migration] {
        let steps = Dictionary(grouping: flatMap(\.history), by: \.id)
        return steps.keys.sorted().map { id in
            let parts = (steps[id] ?? []).sorted { $0.place < $1.place }
            return Migration(id: id, name: parts.first?.name ?? "", statements: parts.flatMap(\.statements))
        }
    }
}
