extension Step {
    /// Names the inputs `IDToken1`, `IDToken2`… by position (`docs/protocols/step-protocol.md` 0, rule 1), keeping the suffixes of
    /// callbacks with several.
    ///
    /// A callback is made with inputs named by suffix alone (`""`, `"validateOnly"`); here they get their numbers.
    public static func numbered(_ callbacks: [Callback], inPage: Bool = false) -> [Callback] {
        callbacks.enumerated().map { index, callback in
            var numbered = callback
            numbered.input = callback.input.map { Callback.Field(inputName(index, suffix: $0.name), $0.value) }
            numbered.pageIndex = inPage ? index : nil
            return numbered
        }
    }

    /// The name of an input: `IDToken`, the 1-based number of its callback, its suffix.
    public static func inputName(_ index: Int, suffix: String = "") -> String { "IDToken\(index + 1)\(suffix)" }
}
