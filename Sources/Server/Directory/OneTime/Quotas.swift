import Foundation
package import Primitives
package import Foundations

/// The quotas of what clients that haven't signed in may have kept: counted by network prefix and in all, before anything is written.
///
/// Counters live in memory, so that refusing costs nothing; several servers share the quotas by portions that they take from the database
/// (``/Foundations/QuotaCounts``). While a realm's whole quota is used up, each prefix has a small one left, so that a flood from many doesn't
/// shut out the others ([decision 45](../../../../docs/decisions/0045-bounds.md)).
package final class Quotas: Sendable {
    /// The kind of thing that is kept.
    package enum Kind: String, Sendable, CaseIterable {
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

    private struct Source: QuotaSource {
        let realm: UUID
        /// nil for bytes, which are counted over all kinds.
        let kind: Kind?
        let circle: Circle

        /// All sources together that no room is left for; of a realm itself.
        var others: Source {
            let circle: Circle =
                switch circle {
                case .prefix: .prefix(Quotas.others)
                case .network: .network(Quotas.others)
                case .realm: .realm
                }
            return Source(realm: realm, kind: kind, circle: circle)
        }

        var name: String {
            let counted = kind?.rawValue ?? "bytes"
            return switch circle {
            case .prefix(let prefix): "stranger \(counted) prefix \(prefix)"
            case .network(let network): "stranger \(counted) network \(network)"
            case .realm: "stranger \(counted) realm"
            }
        }
    }

    /// The factor by which a prefix has less than it had when all that a realm has is used up.
    private static let share = 20
    /// The factors by which the network around a prefix, and a realm, may have more bytes than one prefix.
    private static let (networkBytes, realmBytes) = (8, 16)
    /// The number of prefixes that are counted each for themselves; the others are counted together.
    private static let mostSources = 20_000
    private static let others = NetworkPrefix(of: "others")
    /// The bytes of a row without a text of the caller's.
    package static let row = 512

    private let counts: QuotaCounts<Source>

    /// - Parameter ledger: the counts that servers share; nil where this one has the database to itself.
    package init(over ledger: QuotaLedger?, time: any TimeSource) {
        counts = QuotaCounts(over: ledger, mostSources: Self.mostSources, time: time)
    }

    /// Counts one more, and says whether it is within the quotas. Not to be called in a transaction.
    ///
    /// - Parameter bytes: the length of what is kept for it; 0 where nothing is.
    /// - Throws: ``/Store/DatabaseError`` where servers share the counts and the database can't be asked.
    package func admits(_ kind: Kind, bytes: Int, from address: String, in realm: Realm) async throws -> Bool {
        let settings = realm.settings[BoundsSettings.self]
        let (limit, prefix) = (kind.limit(settings), NetworkPrefix(of: address))
        func source(_ kind: Kind?, _ circle: Circle) -> Source { Source(realm: realm.id, kind: kind, circle: circle) }
        let one = QuotaRequest(
            [Self.part(source(kind, .prefix(prefix)), 1, of: limit, share: max(1, limit / Self.share))],
            amid: Self.part(source(kind, .realm), 1, of: limit * kind.crowd))
        guard bytes > 0 else { return try await counts.admission([one]) != nil }
        let most = settings.keptBytesPerAddressAndMinute
        let length = QuotaRequest(
            [
                Self.part(source(nil, .prefix(prefix)), bytes, of: most, share: most / Self.share),
                Self.part(source(nil, .network(prefix.network)), bytes, of: most * Self.networkBytes),
            ], amid: Self.part(source(nil, .realm), bytes, of: most * Self.realmBytes))
        return try await counts.admission([one, length]) != nil
    }

    private static func part(_ source: Source, _ count: Int, of limit: Int, share: Int? = nil) -> QuotaRequest<Source>.Part {
        .init(source, or: source.others, count, of: limit, share: share)
    }

    /// The same, for what is refused by an error.
    /// - Throws: ``PasswordError`` `.throttled`; ``/Store/DatabaseError``.
    package func require(_ kind: Kind, bytes: Int, from address: String, in realm: Realm) async throws {
        guard try await admits(kind, bytes: bytes, from: address, in: realm) else {
            throw PasswordError(.throttled, "one network address asks for too much; try again in a minute")
        }
    }
}
