package import Primitives

extension JSONValue {
    /// The JSON text over several lines, with an indentation of two spaces: what people can read and compare line by line.
    package var layout: String {
        var text = ""
        write(to: &text, indent: "")
        return text
    }

    private func write(to text: inout String, indent: String) {
        switch self {
        case .object(let object) where !object.isEmpty:
            Self.write(object.members.map { (JSONValue.string($0.name).text + ": ", $0.value) }, "{", "}", to: &text, indent)
        case .array(let elements) where !elements.isEmpty: Self.write(elements.map { ("", $0) }, "[", "]", to: &text, indent)
        default: text += self.text
        }
    }

    private static func write(
        _ values: [(String, JSONValue)], _ open: String, _ close: String, to text: inout String, _ indent: String
    ) {
        text += open
        for (index, (name, value)) in values.enumerated() {
            text += (index == 0 ? "\n" : ",\n") + indent + "  " + name
            value.write(to: &text, indent: indent + "  ")
        }
        text += "\n" + indent + close
    }
}
