import Foundation
import Primitives
import Testing

@testable import JourneyEngine

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
        let heights: [Double] = (0...count).map { Double(30 + $0 % 4 * 18) }
        let layout = LayeredLayout(heights: heights, lines: lines, last: [count])
        var column = Array(repeating: 0, count: layout.places.count)
        for (index, places) in layout.columns.enumerated() {
            for place in places { column[place] = index }
            for (upper, lower) in zip(places, places.dropFirst()) {
                let bottom: Double = layout.places[upper].y + layout.places[upper].height / 2
                let top: Double = layout.places[lower].y - layout.places[lower].height / 2
                #expect(bottom < top)
            }
        }
        for (line, route) in zip(lines, layout.routes) where !route.isEmpty {
            #expect(zip(route, route.dropFirst()).allSatisfy { column[$0] < column[$1] }, "\(line)")
        }
        #expect(layout.columns.flatMap { $0 }.count == layout.places.count)
    }

    @Test("every node and every end is a box, and a retry is a line back")
    func svg() throws {
        let text = JourneySVG(try JourneyDefinition(text: BuiltInJourneys.login)).text
        #expect(text.components(separatedBy: "<g class=").count == 1 + 4 + 3)
        #expect(text.components(separatedBy: "class=\"wire back\"").count == 2)
        #expect(text.contains("prefers-color-scheme:dark"))
    }

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
