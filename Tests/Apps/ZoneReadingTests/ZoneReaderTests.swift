import IdentityDocuments
import Testing

@testable import ZoneReading

@Suite("Zones in photographs")
struct ZoneReaderTests {
    @Test("every character of a photographed zone is read, or the zone is refused", arguments: ZoneFixture.all)
    func read(_ fixture: ZoneFixture) throws {
        let zone = try ZoneReader.read(fixture.pixels())
        switch fixture.outcome {
        case .cutOff:
            #expect(zone.refusal == .cutOff)
            return  // Its format is one of shorter lines.
        case .missingInk: #expect(zone.refusal == .missingInk)
        case .ambiguous: #expect(zone.refusal == .ambiguous)
        case .read, .turned:
            #expect(zone.texts == fixture.lines)
            #expect(zone.refusal == nil)
            #expect(zone.logPosterior > -0.03)
        }
        #expect(zone.format.rawValue == fixture.format)
        #expect(zone.isUpsideDown == (fixture.outcome == .turned))
        let corners = zone.corners(of: ZoneSpan(line: 0, columns: 0..<1)) + zone.corners(of: end(of: zone.format))
        for (place, middle) in [(corners[0..<4], fixture.first), (corners[4..<8], fixture.last)] {
            let (x, y) = (place.map(\.x).reduce(0, +) / 4, place.map(\.y).reduce(0, +) / 4)
            #expect(abs(x - middle.x) < 2.5 && abs(y - middle.y) < 2.5, "a cell at \(x), \(y) instead of \(middle)")
        }
    }

    @Test("the table of photographs is read whole")
    func table() throws {
        #expect(try ZoneFixture.rows().count == 17)
    }

    private func end(of format: ZoneFormat) -> ZoneSpan {
        ZoneSpan(line: format.lines - 1, columns: (format.columns - 1)..<format.columns)
    }

    @Test("each cell has its candidates, the likeliest first, and the answer is among them")
    func candidates() throws {
        let zone = try ZoneReader.read(try #require(ZoneFixture.all.first).pixels())
        for cell in zone.cells.joined() {
            let candidates = cell.candidates(37)
            #expect(Set(candidates.map(\.character)).count == 37)
            #expect(zip(candidates, candidates.dropFirst()).allSatisfy { $0.logProbability >= $1.logProbability })
            #expect(cell.best == candidates[0].character && cell.runnerUp == candidates[1].character)
            #expect(cell.best == cell.character)
        }
    }

    @Test("a field's corners lie in the order in which it is read", arguments: ZoneFixture.all.filter { $0.outcome != .missingInk })
    func corners(_ fixture: ZoneFixture) throws {
        let zone = try ZoneReader.read(fixture.pixels())
        let direction: Double = fixture.outcome == .turned ? -1 : 1
        for field in zone.format.fields.map(\.field) {
            let corners = try #require(zone.corners(of: field))
            #expect((corners[1].x - corners[0].x) * direction > 0 && (corners[2].x - corners[3].x) * direction > 0)
            #expect((corners[3].y - corners[0].y) * direction > 0 && (corners[2].y - corners[1].y) * direction > 0)
        }
    }

    @Test(
        "an image without a zone is refused, of whatever size and pattern",
        arguments: [(1, 1), (2, 3), (65_535, 1), (1, 65_535), (816, 612), (1224, 1632)], Pattern.allCases)
    func noZone(_ size: (width: Int, height: Int), _ pattern: Pattern) throws {
        let bytes = pattern.bytes(width: size.width, height: size.height)
        let pixels = try #require(GreyPixels(width: size.width, height: size.height, bytes: bytes))
        let zone = try? ZoneReader.read(pixels)
        #expect(zone == nil || zone?.refusal != nil)
    }

    @Test("an image that is too large, or has other bytes than its size says, is none")
    func bounds() {
        #expect(GreyPixels(width: 0, height: 1, bytes: []) == nil)
        #expect(GreyPixels(width: 2, height: 2, bytes: [0, 0, 0]) == nil)
        #expect(GreyPixels(width: 65_536, height: 1, bytes: Array(repeating: 0, count: 65_536)) == nil)
        #expect(GreyPixels(width: 5001, height: 5000, bytes: Array(repeating: 0, count: 5001 * 5000)) == nil)
        #expect(GreyPixels(width: -1, height: -1, bytes: [0]) == nil)
    }
}

/// Images that hold no zone.
enum Pattern: CaseIterable {
    case white, noise, lines, bars

    func bytes(width: Int, height: Int) -> [UInt8] {
        var state: UInt64 = 46
        return (0..<height).flatMap { y in
            (0..<width).map { x -> UInt8 in
                switch self {
                case .white: return 255
                case .lines: return y % 50 < 20 && x % 16 < 8 ? 30 : 220
                case .bars: return y % 40 < 20 ? 20 : 240
                case .noise:
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return UInt8(state >> 56)
                }
            }
        }
    }
}
