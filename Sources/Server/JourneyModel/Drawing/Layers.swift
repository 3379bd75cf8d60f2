import Primitives

/// The columns into which boxes belong, so that lines lead from left to right.
struct Layers {
    /// Whether a line leads forward: not to a box on the way to its own.
    let isForward: [Bool]
    /// The column of each box: one behind the last of those before it.
    let columns: [Int]

    init(count: Int, lines: [(from: Int, to: Int)]) {
        var leaving = Array(repeating: [Int](), count: count)
        for (index, line) in lines.enumerated() { leaving[line.from].append(index) }
        isForward = Self.forward(lines, leaving)
        columns = Self.columns(lines, leaving.map { [isForward] in $0.filter { isForward[$0] } })
    }

    /// Depth first from every box.
    private static func forward(_ lines: [(from: Int, to: Int)], _ leaving: [[Int]]) -> [Bool] {
        enum State { case unseen, onTheWay, done }
        var result = Array(repeating: true, count: lines.count)
        var states = Array(repeating: State.unseen, count: leaving.count)
        for root in leaving.indices where states[root] == .unseen {
            var way: [(box: Int, next: Int)] = [(root, 0)]
            states[root] = .onTheWay
            while let (box, next) = way.last {
                guard next < leaving[box].count else {
                    states[box] = .done
                    way.removeLast()
                    continue
                }
                way[way.count - 1].next += 1
                let line = leaving[box][next]
                let to = lines[line].to
                switch states[to] {
                case .onTheWay: result[line] = false
                case .unseen:
                    states[to] = .onTheWay
                    way.append((to, 0))
                case .done: break
                }
            }
        }
        return result
    }

    private static func columns(_ lines: [(from: Int, to: Int)], _ leaving: [[Int]]) -> [Int] {
        var columns = Array(repeating: 0, count: leaving.count)
        var open = Array(repeating: 0, count: leaving.count)
        for line in leaving.joined() { open[lines[line].to] += 1 }
        var ready = leaving.indices.filter { open[$0] == 0 }
        while let box = ready.popLast() {
            for to in leaving[box].map({ lines[$0].to }) {
                columns[to] = max(columns[to], columns[box] + 1)
                open[to] -= 1
                if open[to] == 0 { ready.append(to) }
            }
        }
        return columns
    }
}
