import Testing

@testable import Primitives

@Suite("Members merged into JSON objects")
struct JSONMergingTests {
    private static func members(_ numbers: some Sequence<Int>, _ value: JSONValue) -> [JSONObject.Member] {
        numbers.map { JSONObject.Member("k\($0)", value) }
    }

    @Test("merging is setting one by one: what is there changes in its place, and what is new comes behind", arguments: [0, 3, 16, 40])
    func merging(_ count: Int) {
        let start = JSONObject(unique: Self.members(0..<count, 1))
        let others = Self.members((0..<count * 2).reversed(), 2) + [JSONObject.Member("k0", 3)]
        var (merged, single, kept) = (start, start, start)
        merged.merge(others)
        for other in others { single[other.name] = other.value }
        #expect(merged.members == single.members)
        kept.merge(others, keepsOld: true)
        var first = start
        for other in others where first[other.name] == nil { first[other.name] = other.value }
        #expect(kept.members == first.members)
    }

    @Test("many members are merged in time that grows with their number", .timeLimit(.minutes(1)))
    func many() {
        var object = JSONObject(unique: Self.members(0..<100_000, 1))
        object.merge(Self.members(50_000..<200_000, 2))
        #expect(object.count == 200_000)
    }
}
