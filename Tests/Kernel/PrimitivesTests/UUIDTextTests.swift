import Foundation
import Testing

import Primitives

@Suite("UUIDs as text")
struct UUIDTextTests {
    @Test("written and read as Foundation does it")
    func agrees() {
        for _ in 0..<1000 {
            let id = UUID()
            #expect(id.text == id.uuidString.lowercased())
            #expect(UUID(text: id.text) == id && UUID(text: id.uuidString) == id)
        }
    }

    @Test(
        "anything else is none",
        arguments: [
            "", "0", "00000000-0000-0000-0000-00000000000", "00000000-0000-0000-0000-0000000000000", "00000000-0000-0000-0000-00000000000g",
            "00000000_0000-0000-0000-000000000000", "0000000-00000-0000-0000-000000000000", " 0000000-0000-0000-0000-000000000000",
            "{0000000-0000-0000-0000-00000000000}", "00000000-0000-0000-0000-0000000000é0", "０0000000-0000-0000-0000-0000000000",
        ])
    func refused(_ text: String) { #expect(UUID(text: text) == nil) }
}
