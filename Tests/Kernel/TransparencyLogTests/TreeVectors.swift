import Foundation
import Primitives
import TestVectors
import TransparencyLog

/// The published vectors, read.
struct TreeVectors {
    let entries: [[UInt8]]
    let roots: [TreeHash]
    let inclusion: InclusionProof
    let consistency: ConsistencyProof
    let note: JSONObject
    let paths: JSONObject

    init() throws {
        let file = try JSONValue(parsing: try TestVectors.data("transparency-log/trees.json"))
        entries = (file["entries"]?.strings ?? []).compactMap(Hexadecimal.decode)
        roots = Self.hashes(file["roots"])
        let (first, second) = (file["inclusion"], file["consistency"])
        inclusion = InclusionProof(
            index: Self.number(first?["index"]), size: Self.number(first?["size"]), path: Self.hashes(first?["path"]))
        consistency = ConsistencyProof(
            older: Self.number(second?["older"]), newer: Self.number(second?["newer"]), path: Self.hashes(second?["path"]))
        note = file["note"]?.object ?? [:]
        paths = file["paths"]?.object ?? [:]
    }

    private static func hashes(_ value: JSONValue?) -> [TreeHash] {
        (value?.strings ?? []).compactMap(Hexadecimal.decode).compactMap { TreeHash($0) }
    }

    private static func number(_ value: JSONValue?) -> Int { Int(value?.integer ?? -1) }
}

/// A tree of so many entries, each its number as a text.
func numberedTree(_ size: Int) -> MemoryTree {
    var tree = MemoryTree()
    for number in 0..<size { tree.append(.leaf(numberedEntry(number))) }
    return tree
}

func numberedEntry(_ number: Int) -> [UInt8] { Array("entry \(number)".utf8) }

extension TreeHash {
    /// Another hash: the last bit is turned.
    var tampered: TreeHash {
        var bytes = bytes
        bytes[31] ^= 1
        return TreeHash(bytes) ?? .empty
    }
}
