import Foundation
import Primitives
import ResourceMessages
import Store

/// The check that what is named is there: when a name is saved, and when the thing is removed or becomes another
/// (docs/decisions/0112-what-users-are-told.md).
///
/// It compares a realm before and after each change of its configuration, so that no change can leave it out. Names of what wasn't there
/// before the change may stay.
package struct References: Sendable {
    private let targets: [Shape.Referent: ReferenceTargets]
    private let kinds: [(referrers: Referrers, shape: Shape)]
    private let settings: SettingsSections

    /// The check by what features declare (``Feature/targets``, ``Feature/referrers``).
    package init(_ features: [Feature], settings: SettingsSections) {
        targets = Dictionary(features.flatMap(\.targets).map { ($0.referent, $0) }) { first, _ in first }
        kinds = features.flatMap(\.referrers).map { ($0, $0.shape(settings)) }
        self.settings = settings
    }

    /// The names in a realm at one moment.
    struct Standing {
        fileprivate var names: [Naming] = []
        fileprivate var missing: [Naming] = []
    }

    /// A name, and what holds it. Two are the same wherever the holder's own name has changed.
    fileprivate struct Naming: Hashable {
        let holder: String
        let reference: Shape.Reference
        let words: String

        static func == (left: Self, right: Self) -> Bool { left.holder == right.holder && left.reference == right.reference }

        func hash(into hasher: inout Hasher) {
            hasher.combine(holder)
            hasher.combine(reference)
        }
    }

    /// The look for what is named, in a realm at one moment: each thing once.
    private struct TargetSearch {
        let targets: [Shape.Referent: ReferenceTargets]
        let realm: UUID
        let transaction: any ReadTransaction
        private var finders: [Shape.Referent: ReferenceTargets.Finder] = [:]
        private var known: [Target: Bool] = [:]

        private struct Target: Hashable {
            let referent: Shape.Referent
            let name: String
        }

        init(_ targets: [Shape.Referent: ReferenceTargets], realm: UUID, in transaction: any ReadTransaction) {
            self.targets = targets
            self.realm = realm
            self.transaction = transaction
        }

        mutating func isThere(_ reference: Shape.Reference) throws -> Bool {
            let target = Target(referent: reference.referent, name: reference.name)
            if let known = known[target] { return known }
            let finder = try finders[target.referent] ?? targets[target.referent]?.finder(realm, transaction)
            finders[target.referent] = finder
            let isThere = try finder?(target.name) ?? false
            known[target] = isThere
            return isThere
        }
    }

    /// Finds all names of a realm, and those of them that name nothing.
    func standing(of realm: UUID, in transaction: any ReadTransaction) throws -> Standing {
        var (standing, search) = (Standing(), TargetSearch(targets, realm: realm, in: transaction))
        for kind in kinds {
            for referrer in try kind.referrers.all(.init(realm: realm, settings: settings, transaction: transaction)) {
                for reference in kind.shape.references(in: referrer.value) {
                    let holder = "\(kind.referrers.noun) \(referrer.id)"
                    let naming = Naming(holder: holder, reference: reference, words: referrer.words)
                    standing.names.append(naming)
                    if try !search.isThere(reference) { standing.missing.append(naming) }
                }
            }
        }
        return standing
    }

    /// Refuses a change that names what isn't there, or that takes away what is named.
    /// - Parameter before: the names before the change.
    /// - Throws: ``/ResourceMessages/ShapeError`` with each new name of nothing; `conflict`, which says what names the thing that would be gone.
    func check(since before: Standing, of realm: UUID, in transaction: any ReadTransaction) throws {
        let (known, unmet) = (Set(before.names), Set(before.missing))
        let lost = try standing(of: realm, in: transaction).missing.filter { !unmet.contains($0) }
        let gone = lost.filter { known.contains($0) && !$0.reference.mayBeAbsent }
        if let first = gone.first {
            let (referent, name) = (first.reference.referent, first.reference.name)
            let count = gone.count { $0.reference.referent == referent && $0.reference.name == name }
            let others = count == 1 ? "" : " and \(count - 1) more"
            throw DomainError(
                .conflict,
                "the \(referent.rawValue) \(name) is named by \(first.reference.place) of \(first.words)\(others); change that first")
        }
        let new = lost.filter { !known.contains($0) }.map(\.reference)
        guard new.isEmpty else { throw ShapeError(new.map(Self.problem)) }
    }

    private static func problem(_ reference: Shape.Reference) -> ShapeError.Problem {
        .init(.invalid, reference.place, "the realm has no \(reference.referent.rawValue) \(reference.name.prefix(128))")
    }
}
