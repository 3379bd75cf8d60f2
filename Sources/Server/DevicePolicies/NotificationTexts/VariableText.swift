import Primitives

/// A text with variables, `${user.username}`. A dollar sign that begins none stands for itself, and a value isn't looked at again.
struct VariableText: Sendable {
    private enum Part {
        case text(Substring)
        case variable(String)
    }

    private static let longestName = 64
    private let parts: [Part]

    init(_ text: String) {
        var parts: [Part] = []
        var (rest, start) = (text[...], text.startIndex)
        while let open = rest.firstRange(of: "${") {
            let name = rest[open.upperBound...].prefix(while: Self.isOfName)
            let end = name.endIndex
            guard (1...Self.longestName).contains(name.utf8.count), end < text.endIndex, text[end] == "}" else {
                rest = rest[open.upperBound...]
                continue
            }
            parts += [.text(text[start..<open.lowerBound]), .variable(String(name))]
            start = text.index(after: end)
            rest = text[start...]
        }
        self.parts = parts + [.text(text[start...])]
    }

    /// The names of the variables.
    var names: Set<String> {
        Set(parts.compactMap { if case .variable(let name) = $0 { name } else { nil } })
    }

    /// The text with each variable's value in its place.
    func filled(_ value: (String) throws -> String) rethrows -> String {
        try parts.reduce(into: "") { text, part in
            switch part {
            case .text(let plain): text += plain
            case .variable(let name): text += try value(name)
            }
        }
    }

    static func isOfName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
    }
}
