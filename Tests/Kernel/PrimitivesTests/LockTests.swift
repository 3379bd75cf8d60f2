import Dispatch
import Primitives
import Testing

@Suite("Locks")
struct LockTests {
    private final class Count: Sendable { let value = Lock((number: 0, last: "")) }

    @Test("of many threads at once, each changes what the one before has left")
    func threads() {
        let count = Count()
        DispatchQueue.concurrentPerform(iterations: 64) { thread in
            for _ in 0..<1000 {
                count.value.withLock { value in
                    value.number += 1
                    value.last = "\(thread) \(value.number)"
                }
            }
        }
        let (number, last) = count.value.withLock { $0 }
        #expect(number == 64_000 && last.hasSuffix(" 64000"))
    }

    @Test("a failure inside comes out by its type, keeps what was changed before it, and leaves the lock open")
    func failure() {
        struct Full: Error, Equatable {}
        let lock = Lock<[Int]>([])
        func add(_ number: Int) throws(Full) {
            try lock.withLock { (numbers) throws(Full) in
                guard numbers.count < 2 else { throw Full() }
                numbers.append(number)
            }
        }
        do throws(Full) {
            for number in 0..<3 { try add(number) }
            Issue.record("it took three")
        } catch { #expect(error == Full()) }
        #expect(lock.withLock { $0 } == [0, 1])
    }

    @Test("what a lock holds goes with it")
    func freed() {
        final class Held: Sendable {}
        weak var held: Held?
        do {
            let value = Held()
            held = value
            let lock = Lock(value)
            #expect(lock.withLock { $0 === value })
        }
        #expect(held == nil)
    }
}
