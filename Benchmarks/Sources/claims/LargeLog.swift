import BenchSupport
import Foundation
import Primitives
import TransparencyLog

/// A log of 10⁶ entries, made once from a seed; its tiles of hashes are kept in a file.
struct LargeLog {
    private static let size = 1_000_000
    private static let proofs = 1000

    private let tiles: TileHashes

    /// - Parameter folder: the folder for the file, made if it doesn't exist.
    init(_ folder: String) throws {
        let path = "\(folder)/log-\(Self.size).tiles"
        let addresses = TileAddress.all(for: Self.size).filter { $0.content != .entries }
        let length = addresses.reduce(0) { $0 + $1.width * TreeHash.length }
        if FileManager.default.contents(atPath: path)?.count != length {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Self.made(addresses).write(to: URL(filePath: path), options: .atomic)
        }
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        var (tiles, place) = (TileHashes(), 0)
        for address in addresses {
            let end = place + address.width * TreeHash.length
            try tiles.add(Array(bytes[place..<end]), at: address)
            place = end
        }
        self.tiles = tiles
    }

    private static func made(_ addresses: [TileAddress]) throws -> Data {
        let random = SeededRandom(seed: 1_000_000)
        var (tree, data) = (MemoryTree(), Data())
        for _ in 0..<size { tree.append(.leaf(random.bytes(150))) }
        for address in addresses { data.append(contentsOf: try tree.tile(at: address)) }
        return data
    }

    /// The processor time of one inclusion proof, in milliseconds. Each is verified, outside of that time.
    func proofMilliseconds() throws -> Double {
        let (tree, random) = (LogTree(size: Self.size, reader: tiles), SeededRandom(seed: 7))
        let root = try tree.root()
        var taken = 0.0
        for _ in 0..<Self.proofs {
            let index = random.bytes(4).reduce(0) { $0 << 8 | Int($1) } % Self.size
            let begun = Self.milliseconds()
            let proof = try tree.inclusionProof(of: index)
            taken += Self.milliseconds() - begun
            try proof.verify(leaf: try tiles.hash(level: 0, index: index), root: root)
        }
        return taken / Double(Self.proofs)
    }

    /// The processor time of this thread.
    private static func milliseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
