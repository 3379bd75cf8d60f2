import Foundation
package import Primitives
import Synchronization
import Foundations

/// The quotas of what clients that haven't signed in may have kept: counted by network prefix and in all, before anything is written.
///
/// Counters live in this process's memory, so that refusing costs nothing; each of several servers has quotas of its own. While a
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
        /// A row that a journey spends, or that it takes down about a name. The first are small and all of one length: their number is their
        /// bound, and no bytes are counted for them.
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
        /// A payload that an app sends along with an authorization request.
        case mobilePayload
        /// An instance of a wallet, or of a service that talks with wallets.
        case walletInstance
        /// A look at the keys of an instance, which is told and not kept.
        case walletKeys

        /// Returns how many one prefix may have in a minute.
        func limit(_ settings: BoundsSettings) -> Int {
            switch self {
            case .pushedRequest, .flow, .authenticationCode, .deviceRequest, .suspendedJourney, .session, .nonce, .signalInstance,
                .mobilePayload, .walletInstance:
                settings.keptRequestsPerAddressAndMinute
            case .walletKeys: settings.keptRequestsPerAddressAndMinute * 10
            case .journeyRow: settings.keptRequestsPerAddressAndMinute * 100
            case .nameCount, .account: settings.failuresPerAddressAndMinute
            case .nameCheck: settings.nameChecksPerAddressAndMinute
            }
        }

        /// The factor by which a realm may have more in all than one prefix.
        var crowd: Int { self == .journeyRow ? 5 : 50 }
    }

    /// The group of callers that something is counted for.
    private enum Circle: Hashable {
        case prefix(NetworkPrefix)
        /// The network around a prefix.
        case network(NetworkPrefix)
        case realm
    }

    private struct Source: Hashable {
        let realm: UUID
        /// nil for bytes, which are counted over all kinds.
        let kind: Kind?
        let circle: Circle
    }

    private struct Minute {
        var slot: Int64 = 0
        var counts: [Source: Int] = [:]
    }

    /// The factor by which a prefix has less than it had when all that a realm has is used up.
    private static let share = 20
    /// The factors by which the network around a prefix, and a realm, may have more bytes than one prefix.
    private static let (networkBytes, realmBytes) = (8, 16)
    /// The number of prefixes that are counted each for themselves; the others are counted together.
    private static let mostSources = 20_000
    /// The bytes of a row without a text of the caller's.
    package static let row = 512

    private let time: any TimeSource
    private let minute = Mutex(Minute())

    package init(time: any TimeSource) { self.time = time }

    /// Counts one more, and says whether it is within the quotas.
    ///
    /// - Parameter bytes: the length of what is kept for it; 0 where nothing is.
    package func admits(_ kind: Kind, bytes: Int, from address: String, in realm: Realm) -> Bool {
        let slot = Throttle.slot(time.now)
        let limit = kind.limit(realm.settings[BoundsSettings.self])
        let prefix = NetworkPrefix(of: address)
        return minute.withLock { minute in
            if minute.slot != slot { minute = Minute(slot: slot) }
            let own = Self.source(kind, Circle.prefix, prefix, realm, minute)
            let all = Source(realm: realm.id, kind: kind, circle: .realm)
            let isCrowded = minute.counts[all, default: 0] >= limit * kind.crowd
            let count = minute.counts[own, default: 0]
            guard count < (isCrowded ? max(1, limit / Self.share) : limit), Self.admits(bytes, prefix, realm, &minute) else { return false }
            minute.counts[own] = count + 1
            minute.counts[all, default: 0] += 1
            return true
        }
    }

    /// Counts bytes by prefix, by the network around it and by realm, if they are within all three.
    private static func admits(_ bytes: Int, _ prefix: NetworkPrefix, _ realm: Realm, _ minute: inout Minute) -> Bool {
        guard bytes > 0 else { return true }
        let limit = realm.settings[BoundsSettings.self].keptBytesPerAddressAndMinute
        let all = Source(realm: realm.id, kind: nil, circle: .realm)
        let isCrowded = minute.counts[all, default: 0] + bytes > limit * realmBytes
        let own = source(nil, Circle.prefix, prefix, realm, minute)
        let network = source(nil, Circle.network, prefix.network, realm, minute)
        guard minute.counts[own, default: 0] + bytes <= (isCrowded ? limit / share : limit),
            minute.counts[network, default: 0] + bytes <= limit * networkBytes
        else { return false }
        for source in [own, network, all] { minute.counts[source, default: 0] += bytes }
        return true
    }

    /// The source of a prefix or a network, or of all those together that no room is left for.
    private static func source(
        _ kind: Kind?, _ circle: (NetworkPrefix) -> Circle, _ prefix: NetworkPrefix, _ realm: Realm, _ minute: Minute
    )
        -> Source
    {
        let own = Source(realm: realm.id, kind: kind, circle: circle(prefix))
        guard minute.counts[own] == nil, minute.counts.count >= mostSources else { return own }
        return Source(realm: realm.id, kind: kind, circle: circle(NetworkPrefix(of: "others")))
    }

    /// The same, for what is refused by an error.
    /// - Throws: ``PasswordError`` `.throttled`.
    package func require(_ kind: Kind, bytes: Int, from address: String, in realm: Realm) throws(PasswordError) {
        guard admits(kind, bytes: bytes, from: address, in: realm) else {
            throw PasswordError(.throttled, "one network address asks for too much; try again in a minute")
        }
    }
}
