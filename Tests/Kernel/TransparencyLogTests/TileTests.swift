import Primitives
import Testing
import TransparencyLog

@Suite("Tiles")
struct TileTests {
    @Test("paths of tiles are those of the specification, and are read again")
    func paths() throws {
        for member in try TreeVectors().paths.members {
            let number = try #require(Int(decimal: member.name))
            let text = try #require(member.value.string)
            let full = try TileAddress(.hashes(level: 3), number: number)
            #expect(full.path == "tile/3/" + text)
            #expect(try TileAddress(path: full.path) == full)
            let partial = try TileAddress(.entries, number: number, width: 12)
            #expect(partial.path == "tile/entries/\(text).p/12")
            #expect(try TileAddress(path: partial.path) == partial)
        }
        let last = try TileAddress(.hashes(level: 7), number: Int.max >> 8)
        #expect(try TileAddress(path: last.path) == last)
    }

    @Test(
        "what is no tile's path is refused",
        arguments: [
            "", "tile", "tile/0", "tile/0/", "tile/0/1", "tile/0/0001", "tile/00/001", "tile/8/001", "tile/-1/001", "tile/x/001",
            "tile/0/001.p/0",
            "tile/0/001.p/256", "tile/0/001.p/01", "tile/0/001.p", "tile/0/x000/001", "tile/0/001/002", "tile/0/x001", "tile/0/x001/x002",
            "/tile/0/001", "tile/0/001/", "tile/0/X001/002", "tiles/0/001", "tile/0/../001", "tile/0/x999/x999/x999/x999/x999/x999/999",
            "tile/0/001.p/1/2", "tile/entries/001.p/+1", "tile/0/٠٠١",
        ])
    func badPaths(path: String) {
        #expect(throws: TransparencyError(.malformedTile, "")) { _ = try TileAddress(path: path) }
    }

    @Test("a log of 70 000 entries has the tiles that the specification counts")
    func counts() throws {
        let hashes = TileAddress.all(for: 70_000).filter { $0.content != .entries }
        func tiles(_ level: Int) -> [TileAddress] { hashes.filter { $0.content == .hashes(level: level) } }
        #expect(tiles(0).count == 274 && tiles(0).last?.width == 112)
        #expect(tiles(1).map(\.width) == [256, 17] && tiles(2).map(\.width) == [1] && tiles(3).isEmpty)
        #expect(TileAddress.all(for: 256).filter { $0.content != .entries }.map(\.path) == ["tile/0/000", "tile/1/000.p/1"])
        #expect(TileAddress.all(for: 0).isEmpty)
        let added = TileAddress.all(for: 70_000, since: 69_999).map(\.path)
        #expect(added == ["tile/0/273.p/112", "tile/entries/273.p/112"])
    }

    @Test("roots and proofs come of the tiles alone, of those that are said to be needed", arguments: [1, 255, 256, 257, 700, 1025])
    func proofs(size: Int) throws {
        let tree = numberedTree(size)
        let (view, older) = (LogTree(size: size, reader: tree), size / 3)
        for index in Set([0, size / 2, size - 1]) {
            let found = try tiles(of: tree, NeededTiles(forInclusionOf: index, in: size).addresses)
            #expect(try LogTree(size: size, reader: found).inclusionProof(of: index) == view.inclusionProof(of: index))
        }
        let found = try tiles(of: tree, NeededTiles(forConsistencyFrom: older, to: size).addresses)
        #expect(try LogTree(size: size, reader: found).consistencyProof(from: older) == view.consistencyProof(from: older))
        let all = try tiles(of: tree, TileAddress.all(for: size).filter { $0.content != .entries })
        #expect(try LogTree(size: size, reader: all).root() == view.root())
    }

    private func tiles(of tree: MemoryTree, _ addresses: [TileAddress]) throws -> TileHashes {
        var tiles = TileHashes()
        for address in addresses { try tiles.add(try tree.tile(at: address), at: address) }
        return tiles
    }

    @Test("a tile that isn't there, is too narrow or of another width is refused")
    func refusals() throws {
        let tree = numberedTree(300)
        let address = try TileAddress(.hashes(level: 0), number: 1, width: 44)
        var tiles = TileHashes()
        #expect(throws: TransparencyError(.missingTile, "")) { _ = try tiles.hash(level: 0, index: 256) }
        try tiles.add(
            try tree.tile(at: try TileAddress(.hashes(level: 0), number: 1, width: 10)),
            at: try TileAddress(.hashes(level: 0), number: 1, width: 10))
        #expect(throws: TransparencyError(.missingTile, "")) { _ = try tiles.hash(level: 0, index: 266) }
        try tiles.add(try tree.tile(at: address), at: address)
        #expect(try tiles.hash(level: 2, index: 74) == tree.hash(level: 2, index: 74))
        #expect(throws: TransparencyError(.malformedTile, "")) { try tiles.add([0], at: address) }
        #expect(throws: TransparencyError(.malformedTile, "")) {
            try tiles.add([], at: try TileAddress(.entries, number: 0))
        }
        #expect(throws: TransparencyError(.missingTile, "")) {
            _ = try tree.tile(at: try TileAddress(.hashes(level: 0), number: 1))
        }
    }

    @Test("bundles of entries are read as they were written, and others refused")
    func bundles() throws {
        let entries: [[UInt8]] = [[], [1], [UInt8](repeating: 2, count: 65_535)]
        let bytes = try EntryBundle.encode(entries)
        #expect(try EntryBundle.decode(bytes, width: 3) == entries)
        #expect(Array(bytes.prefix(5)) == [0, 0, 0, 1, 1])
        for (bad, width) in [(bytes, 2), (bytes, 4), (bytes + [0], 3), (Array(bytes.dropLast()), 3), ([], 1)] as [([UInt8], Int)] {
            #expect(throws: TransparencyError(.malformedTile, "")) { _ = try EntryBundle.decode(bad, width: width) }
        }
        for bad in [[], [[UInt8](repeating: 0, count: 65_536)], [[UInt8]](repeating: [], count: 257)] {
            #expect(throws: TransparencyError(.malformedTile, "")) { _ = try EntryBundle.encode(bad) }
        }
    }
}
