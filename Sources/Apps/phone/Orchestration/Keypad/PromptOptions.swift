import ArgumentParser
import CommandChannel
import Foundation
import Orchestration
import Primitives

/// The keypad of a phone with a customer's app.
enum KeypadKind: String, ExpressibleByArgument, CaseIterable {
    /// Standard input, without showing it.
    case terminal
    /// A page in the browser, on this machine only.
    case page
}

/// The options that say how PINs and decisions are asked for.
struct PromptOptions: ParsableArguments {
    @Option(help: "The place where PINs and decisions are asked for: terminal, or page.") var keypad = KeypadKind.terminal
    @Flag(help: "Put the digits of the page's keypad in another order each time.") var scramble = false
    @Option(help: ArgumentHelp("Texts, colours and sizes by their keys (docs/orchestration.md).", valueName: "file.strings"))
    var keypadStyle: String?
    @Option(help: ArgumentHelp("The page's port; 0 takes a free one.", valueName: "port")) var port = 0

    func validate() throws {
        guard keypad == .page || !scramble && port == 0 else { throw ValidationError("--scramble and --port go with --keypad page") }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535") }
    }

    /// Works with the prompts, which are open meanwhile.
    /// - Parameters:
    ///   - decision: the decision that the command's user has made already; nil to ask.
    ///   - shows: shows what is decided about.
    func prompting<Value>(
        _ output: PhoneOutput, decision: Decision? = nil, shows: @escaping @Sendable (ShownRequest) -> Void = { _ in },
        _ body: (any UserPrompts) async throws -> Value
    ) async throws -> Value {
        let appearance = try keypadStyle.map(KeypadStyleFile.appearance) ?? KeypadAppearance()
        switch keypad {
        case .terminal: return try await body(TerminalPrompts(appearance: appearance, decision: decision, shows: shows))
        case .page:
            let page = KeypadPage(
                PagePrompts(scrambles: scramble, decision: decision, shows: shows), appearance: appearance, port: port)
            return try await page.whileOpen({ output.say("The keypad is on \($0)", ["keypad": .string($0)]) }, body)
        }
    }
}

/// The file with a keypad's texts, colours and sizes, in the format of `Localizable.strings`.
enum KeypadStyleFile {
    /// The largest file that is read.
    private static let longest = 64 << 10

    static func appearance(at path: String) throws -> KeypadAppearance {
        guard let file = FileHandle(forReadingAtPath: path) else { throw PhoneFailure("\(path) can't be read") }
        // nil is the end of an empty file.
        let data = try file.read(upToCount: longest + 1) ?? Data()
        return try appearance(of: Data(ByteOrderMark.skipped(in: data)), at: path) { Terminal.complain("warning: \($0)") }
    }

    static func appearance(of data: Data, at path: String, warning: (KeypadFault) -> Void) throws -> KeypadAppearance {
        guard data.count <= longest, let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
            let values = list as? [String: String]
        else { throw PhoneFailure("\(path) isn't a file of strings: \"key\" = \"value\";") }
        for key in values.keys.sorted() where !KeypadAppearance.keys.contains(key) {
            warning(KeypadFault(key: String(key.prefix(64)), reason: "there is no such key"))
        }
        return KeypadAppearance({ values[$0] }, warning: warning)
    }
}
