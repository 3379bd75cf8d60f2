import Directory
import Foundations
import Primitives

/// The front of administration: everything that is done to a server's data by hand goes through it, whichever program asks.
package struct Administration: Sendable {
    private let domain: AdministrationServices
    private let caller: AdministrativeCaller
    private let means: AdministrationMeans

    package init(_ domain: AdministrationServices, as caller: AdministrativeCaller, _ means: AdministrationMeans) {
        self.domain = domain
        self.caller = caller
        self.means = means
    }

    /// Reads.
    /// - Throws: `notPermitted` for a caller without the permission; what the action throws.
    package func read<Action: ReadingAction>(_ action: Action) async throws -> Action.Output {
        try await admit(action)
        return try await run(action, on: domain, isTrial: false)
    }

    /// Makes a change. The events that it causes in the audit log name the caller.
    /// - Throws: `notPermitted` for a caller without the permission, or who doesn't hold what the subject holds; what the action throws.
    package func perform<Action: ChangingAction>(_ action: Action) async throws -> Action.Output {
        try await admit(action)
        try await checkOutcome(of: action)
        return try await run(action, on: domain, isTrial: false)
    }

    /// Makes a change to no effect: tells what would come of it, changes nothing and sends nothing.
    /// - Throws: as ``perform(_:)``.
    package func preview<Action: ChangingAction>(_ action: Action) async throws -> Action.Output {
        try await admit(action)
        let trial = domain.trial()
        let output = try await run(action, on: trial, isTrial: true)
        try await check(action.subject, of: action, on: trial)
        return output
    }

    /// The same front, which can be held to what it has read.
    package func held() -> HeldAdministration {
        let (services, database) = domain.held()
        return HeldAdministration(front: Administration(services, as: caller, means), database: database)
    }

    private func run<Action: AdministrativeAction>(
        _ action: Action, on domain: AdministrationServices, isTrial: Bool
    ) async throws -> Action.Output {
        let realm = try await domain.directory.realms.realm(at: action.realm)
        let site = Site(domain: domain, isTrial: isTrial, means: means)
        return try await caller.actor.acting { try await action.perform(in: realm, at: site) }
    }

    /// Refuses a caller without the permission, and one who doesn't hold what the subject holds as it is.
    func admit<Action: AdministrativeAction>(_ action: Action) async throws {
        let declaration = Action.declaration
        guard AdministrativeActions.contains(Action.self) else {
            throw AdministrationError(.notPermitted, "\(declaration.name) is not in the list of actions")
        }
        guard caller.holds(declaration.permission, in: action.isServerWide ? nil : action.realm) else {
            throw AdministrationError(.notPermitted, "\(declaration.name) needs a privilege that the caller doesn't have")
        }
        try await check(action.subject, of: action, on: domain)
    }

    /// Refuses what would make the subject hold more than the caller does: the action is tried before.
    private func checkOutcome(of action: some AdministrativeAction) async throws {
        guard let subject = action.subject, !caller.isOperator else { return }
        let trial = domain.trial()
        _ = try await run(action, on: trial, isTrial: true)
        try await check(subject, of: action, on: trial)
    }

    private func check(_ subject: ActionSubject?, of action: some AdministrativeAction, on domain: AdministrationServices) async throws {
        guard let subject, !caller.isOperator else { return }
        let realm = try await domain.directory.realms.realm(at: action.realm)
        guard caller.covers(try await domain.privileges(of: subject, in: realm)) else {
            throw AdministrationError(.notPermitted, "\(subject.name) holds privileges that the caller doesn't have")
        }
    }
}

/// A front whose first change after ``hold()`` takes effect only when nothing has changed that was read by it before, in whichever process.
package struct HeldAdministration: Sendable {
    /// The front whose first change is compared.
    package let front: Administration
    let database: HeldDatabase

    /// Holds the next change to what was read until then; it throws ``Overtaken`` when that was changed, and has no effect.
    package func hold() { database.hold() }
}

extension ActionSubject {
    fileprivate var name: String {
        switch self {
        case .user(let name), .client(let name): name
        }
    }
}

extension AdministrationServices {
    /// The privileges of a user or client; none for one that isn't there.
    fileprivate func privileges(of subject: ActionSubject, in realm: Realm) async throws -> Privileges {
        switch subject {
        case .user(let name): try await directory.users.user(named: name, in: realm.id).map(Privileges.init(of:)) ?? .none
        case .client(let id): try await directory.applications.application(id, in: realm.id).map { Privileges(of: $0.settings) } ?? .none
        }
    }
}
