import Primitives
import TerminalJourneys
import Testing

@Suite("Texts from elsewhere in a terminal")
struct TerminalTextTests {
    @Test(
        "what a terminal would obey is shown as a mark",
        arguments: [
            ("\u{1B}[2Jx", "�[2Jx"), ("\u{1B}]0;owned\u{07}", "�]0;owned�"), ("\u{9B}2J", "�2J"), ("a\rb", "a�b"), ("\u{0}\u{7F}", "��"),
            ("\u{202E}0001", "�0001"), ("\u{2067}x\u{2069}", "�x�"), ("a\u{2028}b", "a�b"), ("a\u{08}b", "a�b"),
        ])
    func obeyed(_ text: String, _ shown: String) { #expect(TerminalText.plain(text) == shown) }

    @Test("everything else stays as it is", arguments: ["", "a\n\tb", "Zoë 👩‍👧", "می‌خواهم", "con\u{AD}trol", "┃ ✓"])
    func kept(_ text: String) { #expect(TerminalText.plain(text) == text) }

    @Test("in JSON it is escaped, so that nothing is lost")
    func json() throws {
        let value: JSONValue = ["na\u{9B}2Jme": "a\u{1B}\u{7F}\u{202E}\u{2028}b", "plain": "Zoë 👩‍👧\n"]
        let text = TerminalText.json(value)
        #expect(text == #"{"na\u009b2Jme":"a\u001b\u007f\u202e\u2028b","plain":"Zoë 👩‍👧\n"}"#)
        #expect(try JSONValue(parsing: text) == value)
    }
}
