/// Places boxes that stand in columns above each other: a layered drawing after Sugiyama, in its simplest form.
///
/// A line that passes columns gets a place in each, so that it passes between the boxes; the order in a column is that of the middle of the
/// neighbours.
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
    /// The places that each line goes through, from its first box to its last.
    private(set) var routes: [[Int]] = []

    private static let sweeps = 12
    private static let gap = 26.0
    private static let passage = 14.0

    /// - Parameters:
    ///   - heights: the heights of the boxes.
    ///   - columns: the boxes' columns, the first of which is 0.
    ///   - lines: from which box to which, each in a later column.
    init(heights: [Double], columns column: [Int], lines: [(from: Int, to: Int)]) {
        places = heights.enumerated().map { Place(box: $0, height: $1) }
        columns = Array(repeating: [], count: (column.max() ?? 0) + 1)
        for box in heights.indices { columns[column[box]].append(box) }
        routes = lines.map { route($0.from, $0.to, column) }
        order()
        align()
    }

    /// Makes a line's passages through the columns between its boxes.
    private mutating func route(_ from: Int, _ to: Int, _ column: [Int]) -> [Int] {
        var route = [from]
        for between in (column[from] + 1)..<max(column[to], column[from] + 1) {
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

    /// Moves the places of each column to the height of their neighbours, as far as there is space.
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
