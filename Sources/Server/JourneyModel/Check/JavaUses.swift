import Primitives
package import ScriptMessages

/// The Java classes that a script names: by their full names, as those of importers, or made after an import.
///
/// The text is read word by word, not parsed: a class that is only put together while the script runs isn't found.
package struct JavaUses {
    /// The classes of which there is no stand-in, in the order in which the script names them first; at most ``most``.
    package private(set) var missing: [String] = []

    private static let most = 20
    private static let roots: Set = ["java", "javax", "com", "org", "net", "sun"]

    /// Reads a script's text as one of its generation.
    package init(_ text: String, _ generation: ScriptSource.Generation) {
        var words = ScriptWords(text)
        var known = Words()
        while let path = words.next() { known.take(path) }
        for path in known.paths where missing.count < Self.most { check(path, known, generation) }
    }

    /// The words of a script as far as they say what is Java's.
    private struct Words {
        var paths: [ScriptWords.Path] = []
        /// Names that the script gives to things of its own, roots of packages among them.
        var own: Set<String> = []
        /// Names of what `JavaImporter` made.
        var importers: Set<String> = []
        var imports = false
        private var before: [String] = []

        mutating func take(_ path: ScriptWords.Path) {
            let last = before.last ?? ""
            if ["var", "let", "const", "function", "class"].contains(last) { own.insert(path.words[0]) }
            if path.words == ["JavaImporter"] {
                imports = true
                // `var fr = JavaImporter(…)`, `fr = new JavaImporter(…)`
                if let name = before.last(where: { $0 != "new" }) { importers.insert(name) }
            }
            if ["importPackage", "importClass"].contains(path.words.last) { imports = true }
            before = before.suffix(2) + path.words.suffix(1)
            paths.append(path)
        }
    }

    private mutating func check(_ path: ScriptWords.Path, _ known: Words, _ generation: ScriptSource.Generation) {
        var words = path.words[...]
        if words.first == "Packages" { words = words.dropFirst() }
        guard let first = words.first else { return }
        if Self.roots.contains(first), !known.own.contains(first) {
            // Packages begin with a small letter, and what follows a class is a member of it.
            guard let end = words.firstIndex(where: Self.isClass) else { return }
            let name = words[...end].joined(separator: ".")
            if !JavaStandIns.has(name, generation) { note(name) }
        } else if known.importers.contains(first), words.count > 1 {
            if let name = words.dropFirst().first, Self.isClass(name), !JavaStandIns.has(simple: name, generation) { note(name) }
        } else if known.imports, path.isMade, words.count == 1, Self.isClass(first) {
            if !Self.builtIn.contains(first), !known.own.contains(first), !JavaStandIns.has(simple: first, generation) { note(first) }
        }
    }

    private mutating func note(_ name: String) {
        let name = String(name.prefix(200))
        // A class that was named in full isn't told again by its short name.
        if !missing.contains(where: { $0 == name || $0.hasSuffix(".\(name)") }) { missing.append(name) }
    }

    private static func isClass(_ word: String) -> Bool {
        word.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } == true
    }

    /// The language's own classes.
    private static let builtIn: Set = [
        "Array", "Boolean", "Date", "Error", "EvalError", "Function", "JavaImporter", "Map", "Number", "Object", "Promise", "RangeError",
        "ReferenceError", "RegExp", "Set", "String", "SyntaxError", "TypeError", "URIError", "WeakMap", "WeakSet",
    ]
}

/// The identifiers of a script, each with those that follow it after dots; comments, texts and numbers are passed over.
struct ScriptWords: IteratorProtocol {
    /// Identifiers with dots between them.
    struct Path {
        let words: [String]
        /// Whether `new` stands before it.
        let isMade: Bool
    }

    private let bytes: [UInt8]
    private var index = 0
    private var isAfterNew = false

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func next() -> Path? {
        while let word = nextWord() {
            var words = [word]
            while let more = nextMember() { words.append(more) }
            let isMade = isAfterNew
            isAfterNew = words == ["new"]
            return Path(words: words, isMade: isMade)
        }
        return nil
    }

    /// Passes over what is no identifier.
    private mutating func nextWord() -> String? {
        while index < bytes.count {
            if skipped() { continue }
            if Self.begins(bytes[index]) { return word() }
            if bytes[index] == UInt8(ascii: ".") || Self.isDigit(bytes[index]) {
                // A member of what isn't an identifier, or a number.
                index += 1
                _ = word()
            } else {
                index += 1
            }
        }
        return nil
    }

    /// The identifier behind a dot, which may stand on another line.
    private mutating func nextMember() -> String? {
        let start = index
        passSpace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: ".") else {
            index = start
            return nil
        }
        index += 1
        passSpace()
        return word()
    }

    private mutating func passSpace() {
        while index < bytes.count, bytes[index] <= 0x20 || isComment { if isComment { _ = skipped() } else { index += 1 } }
    }

    private mutating func word() -> String? {
        let start = index
        while index < bytes.count, Self.begins(bytes[index]) || Self.isDigit(bytes[index]) { index += 1 }
        return start == index ? nil : String(own: bytes[start..<index])
    }

    private var isComment: Bool {
        index + 1 < bytes.count && bytes[index] == UInt8(ascii: "/") && [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(bytes[index + 1])
    }

    /// Passes over a comment or a text, if one begins here.
    private mutating func skipped() -> Bool {
        if isComment {
            let isLong = bytes[index + 1] == UInt8(ascii: "*")
            index += 2
            while index < bytes.count {
                if isLong, bytes[index] == UInt8(ascii: "/"), bytes[index - 1] == UInt8(ascii: "*") { break }
                if !isLong, bytes[index] == UInt8(ascii: "\n") { break }
                index += 1
            }
            index = min(index + 1, bytes.count)
            return true
        }
        let quote = bytes[index]
        guard [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`")].contains(quote) else { return false }
        index += 1
        while index < bytes.count, bytes[index] != quote {
            if bytes[index] == UInt8(ascii: "\n"), quote != UInt8(ascii: "`") { break }
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
        return true
    }

    private static func begins(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            || byte >= 0x80
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
