import Testing
@testable import Foundations

@Suite("Fair queues")
struct FairQueueTests {
    private typealias Queue = FairQueue<String, String, String>

    private func add(_ elements: [String], of party: String, in group: String = "a", to queue: inout Queue) -> [Bool] {
        elements.map { if case .refused = queue.add($0, of: party, in: group) { false } else { true } }
    }

    private func drain(_ queue: inout Queue) -> [String] {
        var elements: [String] = []
        while let next = queue.next() { elements.append(next) }
        return elements
    }

    @Test("parties take turns, each in the order in which it came")
    func turns() {
        var queue = Queue(capacity: 100, share: 100)
        _ = add(["x1", "x2", "x3", "x4"], of: "x", to: &queue)
        _ = add(["y1", "y2"], of: "y", to: &queue)
        _ = add(["z1"], of: "z", to: &queue)
        #expect(drain(&queue) == ["x1", "y1", "z1", "x2", "y2", "x3", "x4"])
        #expect(queue.count == 0 && queue.next() == nil)
    }

    @Test("groups take turns first: many parties of one don't outnumber the one of another")
    func groups() {
        var queue = Queue(capacity: 100, share: 100)
        for party in 1...4 { _ = add(["a\(party)"], of: "\(party)", to: &queue) }
        _ = add(["b1", "b2"], of: "x", in: "b", to: &queue)
        #expect(drain(&queue) == ["a1", "b1", "a2", "b2", "a3", "a4"])
    }

    @Test("a party has no more than its share")
    func share() {
        var queue = Queue(capacity: 100, share: 2)
        #expect(add(["x1", "x2", "x3"], of: "x", to: &queue) == [true, true, false])
        #expect(add(["x1", "x2", "x3"], of: "x", in: "b", to: &queue) == [true, true, false])
        #expect(add(["y1"], of: "y", to: &queue) == [true])
    }

    @Test("when all places are taken, who has most makes room for who has less, by what came last")
    func displaced() {
        var queue = Queue(capacity: 4, share: 4)
        #expect(add(["x1", "x2", "x3", "x4"], of: "x", to: &queue) == [true, true, true, true])
        guard case .displacing("x4") = queue.add("y1", of: "y", in: "a") else { return #expect(Bool(false), "x4 makes room") }
        guard case .displacing("x3") = queue.add("y2", of: "y", in: "b") else { return #expect(Bool(false), "x3 makes room") }
        #expect(queue.count == 4)
        #expect(drain(&queue) == ["x1", "y2", "y1", "x2"])
    }

    @Test("when everybody has one, nobody makes room")
    func full() {
        var queue = Queue(capacity: 3, share: 3)
        for party in ["x", "y", "z"] { #expect(add(["1"], of: party, to: &queue) == [true]) }
        #expect(add(["1"], of: "w", to: &queue) == [false])
        #expect(add(["2"], of: "x", to: &queue) == [false])
        #expect(queue.count == 3)
    }

    @Test("whatever is added and taken, nothing is lost or taken twice, and the count is right")
    func conservation() {
        var generator = Steps()
        for _ in 0..<200 {
            var queue = Queue(capacity: 8, share: 3)
            var inside: Set<String> = []
            for step in 0..<60 {
                if Bool.random(using: &generator) {
                    let element = "\(step)"
                    switch queue.add(element, of: "\(Int.random(in: 0..<4, using: &generator))", in: step % 3 == 0 ? "a" : "b") {
                    case .admitted: inside.insert(element)
                    case .displacing(let other):
                        #expect(inside.remove(other) != nil)
                        inside.insert(element)
                    case .refused: break
                    }
                } else if let next = queue.next() {
                    #expect(inside.remove(next) != nil)
                } else {
                    #expect(inside.isEmpty)
                }
                #expect(queue.count == inside.count)
            }
            #expect(Set(drain(&queue)) == inside)
        }
    }
}

/// Numbers that look random and are the same each time (splitmix64).
private struct Steps: RandomNumberGenerator {
    private var state: UInt64 = 7

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
