import Primitives

/// The name of an input, `IDToken3validateOnly`: the 1-based number of its callback, and a suffix.
struct InputName {
    let number: Int
    let suffix: String

    /// Reads a name; nil when it is none, or its number is none that a step can have.
    init?(_ name: String) {
        guard name.hasPrefix("IDToken") else { return nil }
        let rest = name.dropFirst("IDToken".count)
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(decimal: digits, in: 1...StepLimits.callbacks) else { return nil }
        self.number = number
        suffix = String(rest.dropFirst(digits.count))
    }
}
