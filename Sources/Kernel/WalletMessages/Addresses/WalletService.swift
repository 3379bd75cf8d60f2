public import Foundation
import Primitives

/// The addresses of a wallet service: one realm's routing of messages and registry of claims (`docs/protocols/claims.md` 4).
public struct WalletService: Sendable, Hashable, CustomStringConvertible {
    /// The address below which all calls are, such as `https://id.example.com/wallets/alpha/v1/distributedid`.
    public let base: String

    /// The service at an address, which is taken unchecked.
    public init(base: String) { self.base = base }

    /// The service below the address that apps of the documented SDK name, which ends with `v1/` and is taken unchecked.
    /// - Parameter pingBaseURL: with a slash at its end or without.
    public init(pingBaseURL: String) {
        base = (pingBaseURL.utf8.last == UInt8(ascii: "/") ? pingBaseURL : pingBaseURL + "/") + "distributedid"
    }

    public var description: String { base }

    /// The service's description of itself, for callers without a proof: ``WalletConfiguration``.
    public var configuration: String { base + "/configuration" }
    /// The call by which an instance introduces itself.
    public var instances: String { base + "/instances" }
    /// Nonces of the server.
    public var nonces: String { base + "/nonces" }
    /// The call for stamps.
    public var stamps: String { base + "/stamps" }
    /// The caller's own mailbox.
    public var mailbox: String { base + "/mailbox" }
    /// The stream of the built-in push service.
    public var push: String { base + "/push" }
    /// The call that keeps a request for others to read.
    public var requests: String { base + "/requests" }
    /// The URL of the log, below which its checkpoint and its tiles are.
    public var log: String { base + "/log" }
    /// The call that appends an entry.
    public var entries: String { log + "/entries" }
    /// The log's newest checkpoint.
    public var checkpoint: String { log + "/checkpoint" }

    /// One instance.
    public func instance(_ id: UUID) -> String { "\(instances)/\(id.text)" }
    /// The keys of one instance.
    public func keys(of id: UUID) -> String { instance(id) + "/keys" }
    /// An envelope of a recipient's mailbox, as a sender puts it there.
    public func envelope(_ id: UUID, to recipient: UUID) -> String { "\(base)/mailboxes/\(recipient.text)/envelopes/\(id.text)" }
    /// An envelope of the caller's own mailbox.
    public func envelope(_ id: UUID) -> String { "\(mailbox)/envelopes/\(id.text)" }
    /// A request that was kept.
    public func request(_ id: UUID) -> String { "\(requests)/\(id.text)" }
    /// The registration and the expiries of a claim.
    public func status(of dataHash: String) -> String { "\(log)/status/\(dataHash)" }
    /// A tile of the log.
    /// - Parameter path: `TileAddress.path`.
    public func tile(_ path: String) -> String { "\(log)/\(path)" }
}
