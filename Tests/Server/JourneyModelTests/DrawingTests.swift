import Foundation
import JourneyTesting
import Primitives
import Testing

@testable import JourneyModel

@Suite("journey graph")
struct DrawingTests {
    @Test("no two boxes touch, and lines lead from left to right", arguments: [3, 17, 60])
    func layout(_ count: Int) {
        // Each box leads to two others further on, and every fifth one back to the first.
        var lines: [(from: Int, to: Int)] = []
        for box in 0..<count {
            lines.append((box, min(box * 2 + 1, count)))
            lines.append((box, min(box * 3 + 2, count)))
            if box % 5 == 4 { lines.append((box, 0)) }
        }
        let layers = Layers(count: count + 1, lines: lines)
        let forward = zip(lines, layers.isForward).filter(\.1).map(\.0)
        let layout = LayeredLayout(heights: (0...count).map { Double(30 + $0 % 4 * 18) }, columns: layers.columns, lines: forward)
        var column = Array(repeating: 0, count: layout.places.count)
        for (index, places) in layout.columns.enumerated() {
            for place in places { column[place] = index }
            for (upper, lower) in zip(places, places.dropFirst()) {
                let bottom: Double = layout.places[upper].y + layout.places[upper].height / 2
                let top: Double = layout.places[lower].y - layout.places[lower].height / 2
                #expect(bottom < top)
            }
        }
        for (line, route) in zip(forward, layout.routes) {
            #expect(zip(route, route.dropFirst()).allSatisfy { column[$0] < column[$1] }, "\(line)")
        }
        #expect(layout.columns.flatMap { $0 }.count == layout.places.count)
    }

    @Test("every node is a box, every end a mark at its outcome, and a retry a line back")
    func svg() throws {
        let text = JourneySVG(try JourneyDefinition(text: BuiltInJourneys.login)).text
        #expect(parts(text, "<g class=\"node\">") == 4 && parts(text, "<g class=\"start\">") == 1)
        #expect(parts(text, "<g class=\"success\">") == 1 && parts(text, "<g class=\"failure\">") == 1)
        #expect(parts(text, "class=\"wire back\"") == 1 && parts(text, "class=\"wire\"") == 4)
        #expect(text.contains("prefers-color-scheme:dark"))
    }

    @Test(
        "a long journey is about as wide as a screen, and lines that would cross it all are named where they begin", arguments: [40, 200])
    func long(_ count: Int) throws {
        let journey = try JourneyDefinition("Long") {
            for index in 0..<count {
                MessageNode().at("n\(index)").yes(index + 1 < count ? .node("n\(index + 1)") : .success)
                    .no(index % 7 == 6 ? "n0" : .failure)
            }
        }
        let text = JourneySVG(journey).text
        let size = try #require(text.firstMatch(of: /viewBox="0 0 ([0-9.]+) ([0-9.]+)"/))
        let (width, height) = (try #require(Double(size.1)), try #require(Double(size.2)))
        #expect((0.8...3).contains(width / height), "\(width) × \(height)")
        #expect(parts(text, "<g class=\"node\">") == count)
        #expect(parts(text, "<g class=\"failure\">") == count - count / 7 && parts(text, "<g class=\"success\">") == 1)
    }

    private func parts(_ text: String, _ part: String) -> Int { text.components(separatedBy: part).count - 1 }

    @Test("texts are escaped")
    func escaping() throws {
        let text = JourneySVG(
            try JourneyDefinition(
                json: [
                    "name": "<script>&\"", "start": "a",
                    "nodes": [
                        "a": [
                            "type": "username", "title": "</text><script>alert(1)</script>\u{1}", "settings": [:],
                            "outcomes": ["outcome": "success"],
                        ]
                    ],
                ])
        ).text
        #expect(!text.contains("<script>") && text.contains("&lt;/text&gt;"))
        #expect(!text.unicodeScalars.contains { $0.value == 1 })
    }
}
