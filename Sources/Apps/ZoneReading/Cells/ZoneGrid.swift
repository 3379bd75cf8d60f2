/// The projection of a zone's columns and lines, from 0 in the middle of the first cell, to pixels of the image.
struct ZoneGrid: Sendable {
    /// Nine numbers, row by row.
    let matrix: [Double]
    /// The column at which the zone begins.
    var shift = 0

    func point(column: Double, line: Double) -> ImagePoint {
        let x = column + Double(shift)
        let w = matrix[6] * x + matrix[7] * line + matrix[8]
        return ImagePoint(x: (matrix[0] * x + matrix[1] * line + matrix[2]) / w, y: (matrix[3] * x + matrix[4] * line + matrix[5]) / w)
    }
}
