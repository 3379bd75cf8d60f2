import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives
import TransparencyLog
import WalletMessages

extension Wallet {
    /// The number of seconds for which another party's keys are believed without asking again.
    static let peerLife: TimeInterval = 3600

    /// Another party's keys: those kept, or read from the server and verified by the log.
    ///
    /// - Parameter age: the number of seconds since they were read, at most.
    /// - Throws: ``WalletError/Code/unknownInstance``; ``WalletError/Code/substitutedKey`` for a key that the log doesn't have as the
    ///   party's; ``WalletError`` of server and store.
    nonisolated func peer(_ id: UUID, within age: TimeInterval = peerLife) async throws(WalletError) -> Peer {
        if let kept = try await keptPeer(id, within: age) { return kept }
        let response: HTTPResponse
        do { response = try await channel.open(.get, channel.service.keys(of: id)) } catch {
            guard error.code == .refused(.notFound) else { throw error }
            throw WalletError(.unknownInstance, "no wallet or service has this id", underlying: error)
        }
        let read = try WalletChannel.read(response, InstanceKeys.init(json:))
        guard read.id == id else { throw WalletError(.substitutedKey, "the server's keys are another party's") }
        let (policy, time) = (try await logPolicy(), try await channel.checkingTime())
        do { try read.verify(policy: policy, at: time) } catch {
            guard error.code == .wrongInclusion else { throw WalletError(error) }
            throw WalletError(.substitutedKey, "a key isn't in the log as this party's", underlying: error)
        }
        for signing in read.signing { try await follow(signing.logged.proof.checkpoint) }
        try await book.write(["keys": read.json, "read": .integer(now.secondsSince1970)], .peers, id.text)
        return Peer(keys: read)
    }

    /// A party's keys as they were read last, without the network; nil for a party whose keys were never read.
    nonisolated func keptPeer(_ id: UUID, within age: TimeInterval) async throws(WalletError) -> Peer? {
        guard age > 0, let record = try await book.record(.peers, id.text), let read = record["read"]?.integer,
            abs(now.timeIntervalSince1970 - Double(read)) < age, let json = record["keys"], let keys = try? InstanceKeys(json: json)
        else { return nil }
        return Peer(keys: keys)
    }

    /// The party of an id that a claim or a message names.
    nonisolated func party(_ text: String) throws(WalletError) -> UUID {
        guard let id = UUID(text: text) else { throw WalletError(.unknownInstance, "a party's id is no UUID") }
        return id
    }
}
