internal import Foundation
internal import Primitives

extension Setting where Value == String {
    static func text(
        _ key: String, _ placeholder: String, default fallback: String, _ help: String, expectation: String = "a text",
        where isValid: @escaping @Sendable (String) -> Bool = { !$0.isEmpty }
    ) -> Setting {
        Setting(
            key: key, help: help, placeholder: placeholder, defaultText: fallback, isSecret: false, expectation: expectation,
            parse: { isValid($0) ? $0 : nil }, fallback: fallback)
    }
}

extension Setting where Value == String? {
    /// A text that may be missing.
    static func optional(
        _ key: String, _ placeholder: String, _ help: String, expectation: String = "a text",
        where isValid: @escaping @Sendable (String) -> Bool = { !$0.isEmpty }
    ) -> Setting {
        Setting(
            key: key, help: help, placeholder: placeholder, defaultText: nil, isSecret: false, expectation: expectation,
            parse: { isValid($0) ? .some($0) : nil }, fallback: nil)
    }
}

extension Setting where Value == Int {
    static func number(_ key: String, _ range: ClosedRange<Int>, default fallback: Int, _ help: String) -> Setting {
        Setting(
            key: key, help: help, placeholder: "number", defaultText: String(fallback), isSecret: false,
            expectation: "a number from \(range.lowerBound) to \(range.upperBound)",
            parse: { Int($0).flatMap { range.contains($0) ? $0 : nil } }, fallback: fallback)
    }
}

extension Setting where Value == Bool {
    /// A switch; off unless given.
    static func flag(_ key: String, _ help: String) -> Setting {
        Setting(
            key: key, help: help, placeholder: "on", defaultText: "false", isSecret: false, expectation: "true or false",
            parse: { ["true": true, "on": true, "yes": true, "false": false, "off": false, "no": false][$0.lowercased()] },
            fallback: false)
    }
}

extension Setting where Value: CaseIterable & RawRepresentable<String> {
    static func choice(_ key: String, default fallback: Value, _ help: String) -> Setting {
        let names = Value.allCases.map(\.rawValue)
        return Setting(
            key: key, help: help, placeholder: names.joined(separator: "|"), defaultText: fallback.rawValue, isSecret: false,
            expectation: "one of \(names.joined(separator: ", "))", parse: { Value(exactly: $0) }, fallback: fallback)
    }
}
