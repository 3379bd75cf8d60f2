import DeviceFoundation
import Dispatch
import Foundation
import Primitives
import Testing

@Suite("Tasks whose end callers wait for")
struct SharedTaskTests {
    /// Callers that block all threads of the pool wait for the same task: on the pool it would never begin.
    @Test("end while callers block every thread of the concurrency pool")
    func blockedPool() async {
        let callers = ProcessInfo.processInfo.activeProcessorCount * 2 + 2
        let ended = await withTaskGroup(of: Int.self) { group in
            for caller in 0..<callers {
                group.addTask {
                    let answer = Lock(0)
                    let isThere = DispatchSemaphore(value: 0)
                    let shared = Task<Int, Never>.shared {
                        await Task.yield()
                        return caller
                    }
                    Task<Void, Never>.shared {
                        let value = await shared.value
                        answer.withLock { $0 = value }
                        isThere.signal()
                    }
                    isThere.wait()
                    return answer.withLock { $0 }
                }
            }
            return await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(ended == Set(0..<callers))
    }
}
