import CVision
import IdentityDocuments
import VisionMessages
import ZoneReading

extension DecodedImage {
    /// The machine readable zone, if there is one.
    func zones() -> [DocumentZone] {
        let grey = with { image in
            Array(UnsafeBufferPointer(start: image.pointee.grey, count: Int(image.pointee.width) * Int(image.pointee.height)))
        }
        guard let pixels = GreyPixels(width: header.width, height: header.height, bytes: grey),
            let found = try? ZoneReader.read(pixels)
        else { return [] }
        return [DocumentZone(found)]
    }
}

extension DocumentZone {
    fileprivate init(_ found: FoundZone) {
        let corners = (0..<found.format.lines).map { line in
            found.corners(of: ZoneSpan(line: line, columns: 0..<found.format.columns)).map { ($0.x, $0.y) }
        }
        let (first, last) = (corners[0], corners[corners.count - 1])
        self.init(
            found.format, cells: found.cells.map { $0.map(Cell.init) }, logPosterior: Self.bounded(found.logPosterior),
            refusal: found.refusal.map(Refusal.init), isUpsideDown: found.isUpsideDown,
            corners: [first[0], first[1], last[2], last[3]].map { .init(x: $0.0, y: $0.1) })
    }

    fileprivate static func bounded(_ logarithm: Double) -> Double {
        logarithm.isNaN ? leastLogarithm : min(0, max(leastLogarithm, logarithm))
    }
}

extension DocumentZone.Cell {
    fileprivate init(_ cell: ReadCell) {
        self.init(
            cell.character,
            candidates: cell.candidates(DocumentZone.candidates).map {
                ZoneCandidate($0.character, logProbability: DocumentZone.bounded(Double($0.logProbability)))
            })
    }
}

extension DocumentZone.Refusal {
    fileprivate init(_ refusal: ZoneRefusal) {
        switch refusal {
        case .missingInk: self = .missingInk
        case .cutOff: self = .cutOff
        case .unclear: self = .unclear
        case .contradictory: self = .contradictory
        case .ambiguous: self = .ambiguous
        }
    }
}
