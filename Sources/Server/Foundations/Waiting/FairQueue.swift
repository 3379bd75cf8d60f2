import Primitives

/// The elements that wait, each for a party of a group: taken from each group in turn, and in a group from each party in turn.
///
/// However much one party hands in, another's first element waits for no more than one element of each party there is. No party has more
/// than its share of the places, and when all places are taken, the party that has the most gives places to those that have less.
package struct FairQueue<Group: Hashable & Sendable, Party: Hashable & Sendable, Element: Sendable>: Sendable {
    /// The result of handing in an element.
    package enum Admission {
        case admitted
        /// It was taken in, in the place of this one, which is to be told.
        case displacing(Element)
        case refused
    }

    private struct Lane: Sendable {
        var waiting: [Party: [Element]] = [:]
        var turns: [Party] = []

        /// Takes the first element of the party that has this place among the turns, and puts the party behind the others.
        mutating func takeFirst(ofPartyAt index: Int) -> Element? {
            let party = turns.remove(at: index)
            let element = waiting[party]?.removeFirst()
            if waiting[party]?.isEmpty == true { waiting[party] = nil } else { turns.append(party) }
            return element
        }
    }

    private let capacity: Int
    private let share: Int
    private var lanes: [Group: Lane] = [:]
    private var turns: [Group] = []
    /// The number of elements that wait, of all parties.
    package private(set) var count = 0

    /// - Parameters:
    ///   - capacity: how many elements may wait in all.
    ///   - share: how many of one party.
    package init(capacity: Int, share: Int) {
        self.capacity = capacity
        self.share = share
    }

    /// Adds an element at the end of its party's.
    package mutating func add(_ element: Element, of party: Party, in group: Group) -> Admission {
        let own = lanes[group]?.waiting[party]?.count ?? 0
        guard own < share else { return .refused }
        guard count >= capacity else {
            append(element, party, group)
            return .admitted
        }
        guard let (crowd, host) = longest(), (lanes[host]?.waiting[crowd]?.count ?? 0) > own + 1,
            let displaced = removeLast(crowd, host)
        else { return .refused }
        append(element, party, group)
        return .displacing(displaced)
    }

    /// Takes the element whose turn it is.
    package mutating func next() -> Element? { next { _ in true } }

    /// Takes the element whose turn it is among those of the parties that may go; the others keep their places.
    package mutating func next(where mayGo: (Party) -> Bool) -> Element? {
        for (place, group) in turns.enumerated() {
            guard let index = lanes[group]?.turns.firstIndex(where: mayGo) else { continue }
            turns.remove(at: place)
            let element = lanes[group]?.takeFirst(ofPartyAt: index)
            count -= 1
            if lanes[group]?.turns.isEmpty == true { lanes[group] = nil } else { turns.append(group) }
            return element
        }
        return nil
    }

    private mutating func append(_ element: Element, _ party: Party, _ group: Group) {
        if lanes[group] == nil { turns.append(group) }
        if lanes[group]?.waiting[party] == nil { lanes[group, default: Lane()].turns.append(party) }
        lanes[group]?.waiting[party, default: []].append(element)
        count += 1
    }

    /// The party that has the most elements.
    private func longest() -> (Party, Group)? {
        var found: (party: Party, group: Group, count: Int)?
        for group in turns {
            guard let lane = lanes[group] else { continue }
            for party in lane.turns {
                let count = lane.waiting[party]?.count ?? 0
                if count > found?.count ?? 0 { found = (party, group, count) }
            }
        }
        return found.map { ($0.party, $0.group) }
    }

    /// Takes away the youngest element of a party that has more than one.
    private mutating func removeLast(_ party: Party, _ group: Group) -> Element? {
        count -= 1
        return lanes[group]?.waiting[party]?.removeLast()
    }
}
