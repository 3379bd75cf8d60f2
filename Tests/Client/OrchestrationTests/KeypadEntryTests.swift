import Orchestration
import Testing

@Suite("An entry on the keypad")
struct KeypadEntryTests {
    private func pressed(_ keys: KeypadEntry.Key...) -> (entry: KeypadEntry, end: KeypadEntry.End?) {
        var entry = KeypadEntry()
        let ends = keys.map { entry.press($0) }
        #expect(ends.dropLast().allSatisfy { $0 == nil })
        return (entry, ends.last ?? nil)
    }

    @Test("digits are shown as dots, taken back and handed over; then nothing is kept of them")
    func entered() {
        let (amid, none) = pressed(.digit(1), .digit(9), .digit(3), .backspace)
        #expect(none == nil && amid.count == 2 && amid.mask == "●●" && amid.takes(.done))
        let (after, end) = pressed(.digit(1), .digit(9), .backspace, .digit(0), .done)
        #expect(end == .entered("10") && after.count == 0 && after.mask.isEmpty)
        #expect(pressed(.digit(1), .cancel).end == .cancelled)
    }

    @Test("keys without an effect are passed over: nothing to take back or to hand over, no such digit, too many")
    func limits() {
        let (empty, end) = pressed(.backspace, .done, .digit(10), .digit(-1))
        #expect(empty.count == 0 && end == nil && !empty.takes(.done) && empty.takes(.cancel))
        var full = KeypadEntry()
        for _ in 0...KeypadEntry.longest { #expect(full.press(.digit(7)) == nil) }
        #expect(full.count == KeypadEntry.longest && !full.takes(.digit(7)))
    }

    @Test("each digit has one key, with its name as the app has it")
    func keys() {
        let keys = KeypadEntry.rows.flatMap(\.self)
        #expect(Set(keys).count == 12 && KeypadEntry.rows.allSatisfy { $0.count == 3 })
        #expect(Set((0...9).map(KeypadEntry.Key.digit)).isSubset(of: keys))
        let appearance = KeypadAppearance { $0 == KeypadText.done.rawValue ? "Fertig" : nil }
        #expect(appearance.name(of: .done) == "Fertig" && appearance.name(of: .digit(4)) == "4" && appearance.name(of: .cancel) == "Cancel")
    }
}
