import Foundation
import Orchestration
import Testing

@Suite("The appearance of a keypad")
struct KeypadAppearanceTests {
    /// An appearance of values, with what was warned of.
    private func read(_ values: [String: String]) -> (appearance: KeypadAppearance, faults: [String]) {
        var faults: [String] = []
        let appearance = KeypadAppearance({ values[$0] }, warning: { faults.append($0.key) })
        return (appearance, faults)
    }

    @Test("texts, colours and sizes are those of the app, by their keys")
    func values() {
        let (appearance, faults) = read([
            "orch_pinpad_enter_pin": "Saisissez votre code", "orch_pinpad_background_color": "#102030",
            "orch_pinpad_background_color_dark": "#80ABC123", "orch_pinpad_key_color": "#fA0", "orch_pinpad_key_size": "31.5sp",
        ])
        #expect(faults.isEmpty)
        #expect(appearance[.enter] == "Saisissez votre code" && appearance[.choose] == "Choose a PIN")
        #expect(appearance[.background, isDark: false].css == "#102030ff" && appearance[.background, isDark: true].css == "#abc12380")
        #expect(
            appearance[.key, isDark: false].css == "#ffaa00ff" && appearance[.key, isDark: true] == KeypadColor.key.standard(isDark: true))
        #expect(appearance[.key] as Double == 31.5 && appearance[KeypadSize.title] == 20)
    }

    @Test("each key has one meaning, and each text an English one of its own")
    func keys() {
        #expect(KeypadAppearance.keys.count == KeypadText.allCases.count + 2 * KeypadColor.allCases.count + KeypadSize.allCases.count)
        #expect(KeypadAppearance.keys.allSatisfy { $0.hasPrefix("orch_pinpad_") })
        #expect(Set(KeypadText.allCases.map(\.english)).count == KeypadText.allCases.count)
    }

    @Test(
        "a colour that is none is passed over with a warning",
        arguments: [
            "", "#", "red", "102030", "#12345", "#1234567", "#123456789", "#+12345", "#-12345", "#12345g", "#１２３", "#fff;}", "#fff ",
            "url(x)",
            "var(--x)", "\u{0}#fff",
        ])
    func colors(_ value: String) {
        let (appearance, faults) = read(["orch_pinpad_text_color": value, "orch_pinpad_done_color_dark": value])
        #expect(faults == ["orch_pinpad_text_color", "orch_pinpad_done_color_dark"] && appearance == KeypadAppearance())
    }

    @Test(
        "a size that is none is passed over with a warning",
        arguments: ["", "7.9", "72.1", "-8", "nan", "inf", "1e1", "12em", "12;}", "0x20", "1.2.3", "٣٠", "spsp", "1234567", " 12"])
    func sizes(_ value: String) {
        let (appearance, faults) = read(["orch_pinpad_title_size": value])
        #expect(faults == ["orch_pinpad_title_size"] && appearance == KeypadAppearance())
    }

    @Test("sizes have the units of both systems", arguments: ["8", "8sp", "8.0dp", "08pt", "8px"])
    func units(_ value: String) { #expect(read(["orch_pinpad_text_size": value]).appearance[KeypadSize.text] == 8) }

    @Test(
        "a text that a screen can't show as it is, is passed over with a warning",
        arguments: ["", String(repeating: "x", count: 257), "a\nb", "\u{202E}a", "\u{0}", "\u{2028}"])
    func texts(_ value: String) {
        let (appearance, faults) = read(["orch_pinpad_cancel": value])
        #expect(faults == ["orch_pinpad_cancel"] && appearance[.cancel] == "Cancel")
    }
}
