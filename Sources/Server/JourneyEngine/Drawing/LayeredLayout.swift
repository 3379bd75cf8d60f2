/// Places boxes in columns, so that lines lead from left to right: a layered drawing after Sugiyama, in its simplest form.
///
/// Lines that would lead back are left out of the order. A line that passes columns gets a place in each, so that it passes between the
/// boxes; the order in a column is that of the middle of the neighbours.
struct LayeredLayout {
    /// A place in a column: a box, or where a line passes.
    struct Place {
        /// The box's index; nil for a line that passes.
        let box: Int?
        let height: Double
        var y = 0.0
        fileprivate var before: [Int] = []
        fileprivate var behind: [Int] = []
    }

    private(set) var places: [Place]
    /// The places of each column, from top to bottom.
    private(set) var columns: [[Int]]
    /// For each line, the places that it goes through from its first box to its last; empty for one that leads back.
    private(set) var routes: [[Int]]

    private static let sweeps = 12
    private static let gap = 26.0
    private static let passage = 14.0

    /// - Parameters:
    ///   - heights: the heights of the boxes; the first one is where the drawing begins.
    ///   - lines: from which box to which.
    ///   - last: boxes that belong into the last column.
    init(heights: [Double], lines: [(from: Int, to: Int)], last: Set<Int>) {
        places = heights.enumerated().map { Place(box: $0, height: $1) }
        columns = []
        routes = []
        let forward = Self.forward(count: heights.count, lines)
        let column = Self.columns(count: heights.count, zip(lines, forward).filter(\.1).map(\.0), last: last)
        columns = Array(repeating: [], count: (column.max() ?? 0) + 1)
        for box in heights.indices { columns[column[box]].append(box) }
        routes = zip(lines, forward).map { line, isForward in isForward ? route(line.from, line.to, column) : [] }
        order()
        align()
    }

    /// Which lines lead forward: those that don't lead to a box on the way to their own (depth first).
    private static func forward(count: Int, _ lines: [(from: Int, to: Int)]) -> [Bool] {
        var leaving = Array(repeating: [Int](), count: count)
        for (index, line) in lines.enumerated() { leaving[line.from].append(index) }
        var result = Array(repeating: true, count: lines.count)
        var state = Array(repeating: 0, count: count)  // 0 not seen, 1 on the way, 2 done
        for root in 0..<count where state[root] == 0 {
            var way: [(box: Int, next: Int)] = [(root, 0)]
            state[root] = 1
            while let (box, next) = way.last {
                guard next < leaving[box].count else {
                    state[box] = 2
                    way.removeLast()
                    continue
                }
                way[way.count - 1].next += 1
                let to = lines[leaving[box][next]].to
                if state[to] == 1 { result[leaving[box][next]] = false }
                if state[to] == 0 {
                    state[to] = 1
                    way.append((to, 0))
                }
            }
        }
        return result
    }

    /// The column of each box: one behind the last of those before it.
    private static func columns(count: Int, _ lines: [(from: Int, to: Int)], last: Set<Int>) -> [Int] {
        var column = Array(repeating: 0, count: count)
        var open = Array(repeating: 0, count: count)
        for line in lines { open[line.to] += 1 }
        var ready = (0..<count).filter { open[$0] == 0 }
        while let box = ready.popLast() {
            for line in lines where line.from == box {
                column[line.to] = max(column[line.to], column[box] + 1)
                open[line.to] -= 1
                if open[line.to] == 0 { ready.append(line.to) }
            }
        }
        let end = column.max() ?? 0
        for box in last { column[box] = end }
        return column
    }

    /// Makes a line's passages through the columns between its boxes.
    private mutating func route(_ from: Int, _ to: Int, _ column: [Int]) -> [Int] {
        var route = [from]
        for between in column[from] + 1..<max(column[to], column[from] + 1) {
            route.append(places.count)
            columns[between].append(places.count)
            places.append(Place(box: nil, height: Self.passage))
        }
        route.append(to)
        for (before, behind) in zip(route, route.dropFirst()) {
            places[before].behind.append(behind)
            places[behind].before.append(before)
        }
        return route
    }

    /// Sorts each column by the middle of the neighbours, from left to right and back, some times over.
    private mutating func order() {
        for sweep in 0..<Self.sweeps {
            let isForward = sweep.isMultiple(of: 2)
            var rank = Array(repeating: 0.0, count: places.count)
            for column in columns {
                for (index, place) in column.enumerated() { rank[place] = Double(index) / Double(max(column.count, 1)) }
            }
            for index in isForward ? Array(columns.indices) : columns.indices.reversed() {
                let keys = columns[index].map { place in
                    Self.middle((isForward ? places[place].before : places[place].behind).map { rank[$0] }) ?? rank[place]
                }
                let sorted = zip(columns[index], keys).enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
                columns[index] = sorted.map(\.element.0)
                for (position, place) in columns[index].enumerated() { rank[place] = Double(position) / Double(columns[index].count) }
            }
        }
    }

    /// Moves the places of each column to the height of their neighbours, as far as there is room.
    private mutating func align() {
        for column in columns { spread(column, wishes: column.map { _ in 0 }) }
        for sweep in 0..<Self.sweeps * 2 {
            let isForward = sweep.isMultiple(of: 2)
            for column in isForward ? columns : columns.reversed() {
                let wishes = column.map { place in
                    Self.middle((isForward ? places[place].before : places[place].behind).map { places[$0].y }) ?? places[place].y
                }
                spread(column, wishes: wishes)
            }
        }
        let top = places.map { $0.y - $0.height / 2 }.min() ?? 0
        for index in places.indices { places[index].y -= top }
    }

    /// Puts a column's places as near to their wishes as they can be without touching: groups that would touch are moved together.
    private mutating func spread(_ column: [Int], wishes: [Double]) {
        var groups: [(start: Int, wish: Double, count: Double)] = []
        var offsets: [Double] = []
        var offset = 0.0
        for (index, place) in column.enumerated() {
            if index > 0 { offset += (places[column[index - 1]].height + places[place].height) / 2 + Self.gap }
            offsets.append(offset)
            groups.append((index, wishes[index] - offset, 1))
            while groups.count > 1, groups[groups.count - 2].wish > groups[groups.count - 1].wish {
                let last = groups.removeLast()
                let group = groups[groups.count - 1]
                let count = group.count + last.count
                groups[groups.count - 1] = (group.start, (group.wish * group.count + last.wish * last.count) / count, count)
            }
        }
        for (index, group) in groups.enumerated() {
            let end = index + 1 < groups.count ? groups[index + 1].start : column.count
            for member in group.start..<end { places[column[member]].y = group.wish + offsets[member] }
        }
    }

    private static func middle(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
}
