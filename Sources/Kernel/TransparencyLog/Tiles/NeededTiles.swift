import Primitives

/// The tiles that a computation on a tree of one size reads, found before any of them is fetched.
public struct NeededTiles {
    /// The places of the tiles, each once and as wide as a log of the size has it.
    public let addresses: [TileAddress]

    /// The tiles for proving that an entry is in a log.
    /// - Throws: ``TransparencyError/Code/malformedProof`` for an entry that the log doesn't have.
    public init(forInclusionOf index: Int, in size: Int) throws(TransparencyError) {
        let reads = Reads()
        _ = try LogTree(size: size, reader: reads).inclusionProof(of: index)
        addresses = reads.addresses(size)
    }

    /// The tiles for proving that a log has only grown.
    /// - Throws: ``TransparencyError/Code/malformedProof`` for an older size that is the greater one.
    public init(forConsistencyFrom older: Int, to size: Int) throws(TransparencyError) {
        let reads = Reads()
        _ = try LogTree(size: size, reader: reads).consistencyProof(from: older)
        addresses = reads.addresses(size)
    }

    /// A source that notes what is read, and gives hashes of nothing.
    private final class Reads: TreeHashReader {
        private var places: [(level: Int, number: Int)] = []

        func hash(level: Int, index: Int) -> TreeHash {
            let span = TileSpan(level: level, index: index)
            if !places.contains(where: { $0 == (span.tileLevel, span.number) }) { places.append((span.tileLevel, span.number)) }
            return .empty
        }

        func addresses(_ size: Int) -> [TileAddress] {
            places.map { place in
                let width = min((size >> (8 * place.level)) - place.number * TileAddress.fullWidth, TileAddress.fullWidth)
                return TileAddress(known: .hashes(level: place.level), place.number, width)
            }
        }
    }
}
