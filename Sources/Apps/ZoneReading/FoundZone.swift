package import IdentityDocuments

/// A machine readable zone of an image.
package struct FoundZone: Sendable {
    /// The format.
    package let format: ZoneFormat
    /// The zone's cells by line and column: the answer, with what else each may be.
    package let cells: [[ReadCell]]
    /// The natural logarithm of the probability that every character is right, given that the zone is one of the format.
    package let logPosterior: Double
    /// The reason for which the answer mustn't be used; nil for an answer that may.
    package let refusal: ZoneRefusal?
    /// True when the image shows the zone upside down.
    package let isUpsideDown: Bool
    let grid: ZoneGrid

    /// The characters of the answer, line by line.
    package var lines: [[ZoneCharacter]] { cells.map { $0.map(\.character) } }

    /// The lines of the answer as text.
    package var texts: [String] { lines.map { $0.map(\.description).joined() } }

    /// The corners of a run of cells in the image: left above, right above, right below, left below as the zone is read.
    package func corners(of span: ZoneSpan) -> [ImagePoint] {
        let (left, right) = (Double(span.columns.lowerBound) - 0.5, Double(span.columns.upperBound) - 0.5)
        let (top, bottom) = (Double(span.line) - 0.3, Double(span.line) + 0.3)
        return [(left, top), (right, top), (right, bottom), (left, bottom)].map { grid.point(column: $0, line: $1) }
    }

    /// The corners of a field in the image, as ``corners(of:)`` has them; nil where the format doesn't have the field.
    package func corners(of field: ZoneField) -> [ImagePoint]? { format.layout(of: field).map { corners(of: $0.span) } }
}
