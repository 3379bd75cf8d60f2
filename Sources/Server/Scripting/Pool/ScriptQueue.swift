import DequeModule
import Primitives

/// The waiting elements, by what they wait for: each key gets its turn in a round, however many elements wait for it.
struct ScriptQueue<Key: Hashable, Element> {
    private var round: Deque<Key> = []
    private var waiting: [Key: Deque<Element>] = [:]
    private(set) var count = 0

    /// Counts the elements that wait for a key.
    func count(of key: Key) -> Int { waiting[key]?.count ?? 0 }

    mutating func append(_ element: Element, for key: Key) {
        if waiting[key] == nil { round.append(key) }
        waiting[key, default: []].append(element)
        count += 1
    }

    /// The next one whose turn it is among those that may go.
    mutating func next(where mayGo: (Key) -> Bool) -> (key: Key, element: Element)? {
        for _ in round.indices {
            guard let key = round.popFirst() else { return nil }
            guard mayGo(key), let element = waiting[key]?.popFirst() else {
                round.append(key)
                continue
            }
            count -= 1
            if waiting[key]?.isEmpty == true { waiting[key] = nil } else { round.append(key) }
            return (key, element)
        }
        return nil
    }
}
