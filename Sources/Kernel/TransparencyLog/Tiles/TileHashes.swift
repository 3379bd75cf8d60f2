import Primitives

/// The hashes of some tiles, from which trees and proofs are computed (c2sp.org/tlog-tiles).
///
/// A tile's hashes are believed only as far as a checkpoint's root confirms them: verify each proof that is made of them.
public struct TileHashes: TreeHashReader, Sendable {
    private struct Place: Hashable, Sendable {
        let level: Int
        let number: Int
    }

    private var tiles: [Place: [TreeHash]] = [:]

    /// No tiles yet.
    public init() {}

    /// Adds a tile's bytes; a wider one takes the place of a partial one.
    /// - Throws: ``TransparencyError/Code/malformedTile`` for entries, and for bytes of another width.
    public mutating func add(_ bytes: [UInt8], at address: TileAddress) throws(TransparencyError) {
        guard case .hashes(let level) = address.content, bytes.count == address.width * TreeHash.length else {
            throw TransparencyError(.malformedTile, "a tile of \(bytes.count) bytes isn't \(address.width) hashes")
        }
        let place = Place(level: level, number: address.number)
        guard tiles[place].map({ $0.count < address.width }) ?? true else { return }
        tiles[place] = stride(from: 0, to: bytes.count, by: TreeHash.length).compactMap { TreeHash(bytes[$0..<($0 + TreeHash.length)]) }
    }

    public func hash(level: Int, index: Int) throws(TransparencyError) -> TreeHash {
        let span = TileSpan(level: level, index: index)
        guard let hashes = tiles[Place(level: span.tileLevel, number: span.number)], hashes.count >= span.hashes.upperBound else {
            throw TransparencyError(.missingTile, "tile \(span.number) of level \(span.tileLevel) isn't at hand, or not wide enough")
        }
        var row = Array(hashes[span.hashes])
        while row.count > 1 { row = stride(from: 0, to: row.count, by: 2).map { .node(row[$0], row[$0 + 1]) } }
        return row[0]
    }
}

/// The part of a tile that has the hashes of one subtree.
struct TileSpan {
    let tileLevel: Int
    let number: Int
    /// The places of the hashes in the tile.
    let hashes: Range<Int>

    init(level: Int, index: Int) {
        tileLevel = level / 8
        let count = 1 << (level % 8)
        let start = index * count
        number = start / TileAddress.fullWidth
        let place = start % TileAddress.fullWidth
        hashes = place..<(place + count)
    }
}

extension TreeHashReader {
    /// The bytes of a tile of hashes.
    /// - Throws: ``TransparencyError/Code/malformedTile`` for the place of a bundle of entries; ``TransparencyError/Code/missingTile`` when the
    ///   source lacks a hash.
    public func tile(at address: TileAddress) throws(TransparencyError) -> [UInt8] {
        guard case .hashes(let level) = address.content else {
            throw TransparencyError(.malformedTile, "a bundle of entries has no hashes")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(address.width * TreeHash.length)
        for place in 0..<address.width {
            bytes += try hash(level: level * 8, index: address.number * TileAddress.fullWidth + place).bytes
        }
        return bytes
    }
}
