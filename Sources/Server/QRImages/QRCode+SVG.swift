import Primitives

extension QRCode {
    /// The code as an SVG image that takes the size it is given, the dark modules in one path.
    package var svg: String {
        let side = size + 2 * Self.quietZone
        let path = (0..<size).flatMap { row in
            runs(in: row).map { run in "M\(run.lowerBound + Self.quietZone) \(row + Self.quietZone)h\(run.count)v1h-\(run.count)z" }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path.joined())"/></svg>
            """
    }

    /// The dark modules of a row, those beside each other together.
    private func runs(in row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for column in 0..<size where self[row, column] {
            if let last = runs.last, last.upperBound == column {
                runs[runs.count - 1] = last.lowerBound..<(column + 1)
            } else {
                runs.append(column..<(column + 1))
            }
        }
        return runs
    }
}
