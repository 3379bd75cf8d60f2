import Primitives
import TransparencyLog

/// Paths of tiles, bundles of entries, and tiles of any hashes, of which proofs are made: what is read says itself again, and nothing is proven
/// that isn't there.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLogTile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    if let address = try? TileAddress(path: text) { precondition(address.path == text, "what was written is another path") }
    guard let first = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    if let entries = try? EntryBundle.decode(rest, width: Int(first) + 1) {
        precondition((try? EntryBundle.encode(entries)) == rest, "what was written is another bundle")
    }
    let width = rest.count / TreeHash.length
    guard (1...TileAddress.fullWidth).contains(width), let address = try? TileAddress(.hashes(level: 0), number: 0, width: width) else {
        return 0
    }
    var tiles = TileHashes()
    guard (try? tiles.add(Array(rest.prefix(width * TreeHash.length)), at: address)) != nil else { fatalError("a tile isn't taken") }
    let (tree, index) = (LogTree(size: width, reader: tiles), Int(first) % width)
    guard let root = try? tree.root(), let proof = try? tree.inclusionProof(of: index), let leaf = try? tiles.hash(level: 0, index: index)
    else {
        fatalError("no proof of a leaf that is there")
    }
    precondition((try? proof.verify(leaf: leaf, root: root)) != nil, "a proof that isn't taken")
    precondition((try? proof.verify(leaf: root, root: leaf)) == nil || width == 1, "a proof of something else")
    return 0
}
