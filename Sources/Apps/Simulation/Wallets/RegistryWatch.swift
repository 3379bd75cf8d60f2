internal import DeviceFoundation
internal import Foundation
internal import Primitives
internal import Synchronization
internal import TransparencyLog
internal import VerifiableClaims
internal import WalletMessages

/// Notes the checkpoints that the log gives out, and checks in the end that they are of one history.
final class RegistryWatch: Sendable {
    private let world: World
    private let service: WalletService
    private let checkpoints = Mutex<[Checkpoint]>([])

    init(_ world: World, _ service: WalletService) {
        self.world = world
        self.service = service
    }

    /// Notes the newest checkpoint.
    func look() async {
        do {
            let checkpoint = try Checkpoint(noteText: try SignedNote(parsing: try await read(service.checkpoint)).text)
            let last = checkpoints.withLock { seen in
                defer { if seen.last != checkpoint { seen.append(checkpoint) } }
                return seen.last
            }
            if let last, last.size > checkpoint.size { world.violate("the log has become shorter") }
            world.note("the log has \(checkpoint.size) entries")
        } catch {
            world.violate("the log has no checkpoint: \(error)")
        }
    }

    /// Checks that each claim's entry is under every later checkpoint, by the log's own tiles, and that the log proves it today.
    /// - Returns: the claims that the log has an expiry of.
    func check(_ claims: [String: Int]) async throws -> Set<String> {
        await look()
        let checkpoints = checkpoints.withLock { $0 }
        guard let last = checkpoints.last else { return [] }
        let (tree, entries) = try await entries(last.size)
        for checkpoint in checkpoints {
            let log = LogTree(size: checkpoint.size, reader: tree)
            if try log.root() != checkpoint.root { world.violate("the checkpoint of \(checkpoint.size) entries is of another history") }
            for number in claims.values.sorted() where number < checkpoint.size {
                do {
                    try log.inclusionProof(of: number).verify(leaf: .leaf(entries[number]), root: checkpoint.root)
                } catch {
                    world.violate("entry \(number) has no proof under the checkpoint of \(checkpoint.size) entries: \(error)")
                }
            }
        }
        let policy = try WalletConfiguration(json: try JSONValue(parsing: try await read(service.configuration))).log.policy
        var revoked: Set<String> = []
        for (hash, number) in claims.sorted(by: { $0.value < $1.value }) {
            let status = try ClaimStatus(json: try JSONValue(parsing: try await read(service.status(of: hash))))
            _ = try status.registration.verify(policy: policy, at: world.scheduler.time.now)
            guard case .claim(hash, _, _) = status.registration.entry, status.registration.index == number else {
                world.violate("the log proves another entry than \(number)")
                continue
            }
            if status.expires != nil { revoked.insert(hash) }
            world.count("claims proved under \(checkpoints.count) checkpoints")
        }
        return revoked
    }

    /// The log's entries as its tiles have them.
    private func entries(_ size: Int) async throws -> (MemoryTree, [[UInt8]]) {
        var (tree, entries) = (MemoryTree(), [[UInt8]]())
        for address in TileAddress.all(for: size) where address.content == .entries {
            for entry in try EntryBundle.decode(try await read(service.tile(address.path)), width: address.width) {
                tree.append(.leaf(entry))
                entries.append(entry)
            }
        }
        return (tree, entries)
    }

    /// Reads without faults.
    private func read(_ url: String) async throws -> [UInt8] {
        guard let url = URL(string: url) else { throw TransportError(.cannotConnect, "no address") }
        let answer = try await world.server.answer(HTTPRequest(.get, url))
        guard answer.status == 200 else { throw TransportError(.cannotConnect, "\(url.path): \(answer.status)") }
        return answer.body
    }
}
