import Primitives

/// Outputs as what they should be; of another type they count as missing.
extension Callback {
    func text(_ name: String) -> String? { output(name)?.string }
    func flag(_ name: String) -> Bool? { output(name)?.bool }

    /// A whole number, also as a text.
    func whole(_ name: String) -> Int? { output(name).flatMap(Callback.index) }

    /// The texts of a list; elements of other types are left out.
    func texts(_ name: String) -> [String]? { output(name)?.array?.compactMap(\.string) }
}

extension Callback.Field {
    init(_ name: String, _ text: String) { self.init(name, .string(text)) }
    init(_ name: String, _ flag: Bool) { self.init(name, .bool(flag)) }
    init(_ name: String, _ number: Int) { self.init(name, .integer(Int64(number))) }
    init(_ name: String, _ texts: [String]) { self.init(name, .array(texts.map(JSONValue.string))) }

    /// An empty input with a suffix.
    static func empty(_ suffix: String = "") -> Self { Self(suffix, .string("")) }
}
