import Foundation
package import Primitives
import Synchronization
import Foundations

/// The quotas of what clients that haven't signed in may have kept: counted by network prefix and in all, before anything is written.
///
/// What is counted is in this process's memory, since refusing must cost nothing; each of several servers has quotas of its own. While a
/// realm's whole quota is used up, each prefix has a small one left, so that a flood from many doesn't shut out the others
/// ([decision 45](../../../../docs/decisions/0045-bounds.md)).
package final class Quotas: Sendable {
    /// The kind of thing that is kept.
    package enum Kind: Hashable, Sendable, CaseIterable {
        /// An authorization request that was pushed.
        case pushedRequest
        /// A sign-in without redirects.
        case flow
        /// A code that is shown to be scanned.
        case authenticationCode
        /// A request to the device of a user who is only named.
        case deviceRequest
        /// A run that waits for a link, though no user may get one.
        case suspendedJourney
        /// A row that a journey spends, or that it takes down about a name.
        case journeyRow, nameCount
        /// An anonymous session.
        case session
        /// An account that a user makes for themselves.
        case account
        /// A nonce for a device that isn't known here yet.
        case nonce
        /// The answer whether a name is taken, which is told and not kept.
        case nameCheck
        /// An instance of the SDKs that collect signals.
        case signalInstance

        /// Returns how many one prefix may have in a minute.
        func limit(_ settings: RealmSettings) -> Int {
            switch self {
            case .pushedRequest, .flow, .authenticationCode, .deviceRequest, .suspendedJourney, .session, .nonce, .signalInstance:
                settings.keptRequestsPerAddressAndMinute
            case .journeyRow: settings.keptRequestsPerAddressAndMinute * 100
            case .nameCount, .account: settings.failuresPerAddressAndMinute
            case .nameCheck: settings.nameChecksPerAddressAndMinute
            }
        }

        /// The factor by which a realm may have more in all than one prefix.
        var crowd: Int { self == .journeyRow ? 5 : 50 }
    }

    private struct Source: Hashable {
        let realm: UUID
        let kind: Kind
        /// nil for all prefixes together.
        let prefix: NetworkPrefix?
    }

    private struct Minute {
        var slot: Int64 = 0
        var counts: [Source: Int] = [:]
    }

    /// The factor by which a prefix has less than it had when all that a realm has is used up.
    private static let share = 20
    /// The number of prefixes that are counted each for themselves; the others are counted together.
    private static let mostSources = 20_000

    private let time: any TimeSource
    private let minute = Mutex(Minute())

    package init(time: any TimeSource) { self.time = time }

    /// Counts one more, and says whether it is within the quotas.
    package func admits(_ kind: Kind, from address: String, in realm: Realm) -> Bool {
        let (slot, limit) = (Throttle.slot(time.now), kind.limit(realm.settings))
        return minute.withLock { minute in
            if minute.slot != slot { minute = Minute(slot: slot) }
            var own = Source(realm: realm.id, kind: kind, prefix: NetworkPrefix(of: address))
            if minute.counts[own] == nil, minute.counts.count >= Self.mostSources {
                own = Source(realm: realm.id, kind: kind, prefix: NetworkPrefix(of: "others"))
            }
            let isCrowded = minute.counts[Source(realm: realm.id, kind: kind, prefix: nil), default: 0] >= limit * kind.crowd
            let count = minute.counts[own, default: 0]
            guard count < (isCrowded ? max(1, limit / Self.share) : limit) else { return false }
            minute.counts[own] = count + 1
            minute.counts[Source(realm: realm.id, kind: kind, prefix: nil), default: 0] += 1
            return true
        }
    }

    /// The same, for what is refused by an error.
    /// - Throws: ``PasswordError`` `.throttled`.
    package func require(_ kind: Kind, from address: String, in realm: Realm) throws(PasswordError) {
        guard admits(kind, from: address, in: realm) else {
            throw PasswordError(.throttled, "one network address asks for too much; try again in a minute")
        }
    }
}
