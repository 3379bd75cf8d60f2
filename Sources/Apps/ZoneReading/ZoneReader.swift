import CZoneScan
import IdentityDocuments
import Primitives

/// Reads machine readable zones (ICAO Doc 9303) from photographs.
///
/// Lines of characters are found and put on one projective grid, a small network reads each cell, and the likeliest zone is decoded under
/// the formats' check digits and sets of characters. An answer that isn't much likelier than all others together is refused, not guessed
/// (`docs/decisions/0147-zones-from-images.md`).
package enum ZoneReader {
    /// Reads the zone of an image. Its lines may slope by up to a quarter, and the image may be upside down.
    /// - Returns: The zone with its answer, or with the reason for which there is none.
    /// - Throws: ``ZoneReadingError`` when no zone is found.
    package static func read(_ pixels: GreyPixels) throws(ZoneReadingError) -> FoundZone {
        var best: JudgedZone?
        for band in try ScannedBand.find(in: pixels) {
            guard let cells = try ScannedCells(pixels, band), let zone = zone(of: cells, upsideDown: band.isUpsideDown) else { continue }
            guard zone.isSettled else {
                if best.map({ zone.score > $0.score }) ?? true { best = zone }
                continue
            }
            return zone.found
        }
        guard let best else { throw ZoneReadingError(.noZone, "the image shows no machine readable zone") }
        return best.found
    }

    private static func zone(of cells: ScannedCells, upsideDown: Bool) -> JudgedZone? {
        var best: JudgedZone?
        for format in ZoneFormat.allCases where format.lines == cells.lines && format.columns == cells.columns {
            for shift in cells.likelyShifts {
                let zone = JudgedZone(cells: cells, format: format, shift: shift, upsideDown: upsideDown)
                if best.map({ zone.score > $0.score }) ?? true { best = zone }
            }
        }
        return best
    }
}
