import Primitives

/// The transliteration of names with Latin letters for zones (Doc 9303-3 §6.A).
///
/// States choose among alternatives for some letters, `Ä` as `AE` or `A`; a comparison with a printed name allows each.
public enum NameTransliteration {
    /// The most bytes of a printed name.
    public static let mostBytes = 256

    /// The characters of a printed name, components separated by one filler; of alternatives, the first.
    ///
    /// - Throws: ``ZoneError`` of the code `unwritable` for a name with other letters than Latin ones, or of more than ``mostBytes``.
    public static func characters(of name: String) throws(ZoneError) -> [ZoneCharacter] {
        guard let components = components(of: name) else {
            throw ZoneError(.unwritable, "The name has a character that isn't transliterated, or more than \(mostBytes) bytes.")
        }
        let texts = components.map { $0.compactMap(\.first).joined() }
        return texts.joined(separator: "<").utf8.compactMap(ZoneCharacter.init(ascii:))
    }

    /// The letters of each component, each with its alternatives; nil for a name with a character that isn't in the table.
    static func components(of name: String) -> [[[String]]]? {
        guard name.utf8.count <= mostBytes else { return nil }
        var (all, current) = ([[[String]]](), [[String]]())
        for scalar in name.unicodeScalars {
            switch sign(scalar) {
            case .letter(let alternatives): current.append(alternatives)
            case .gap:
                if !current.isEmpty { all.append(current) }
                current = []
            case .omitted: break
            case nil: return nil
            }
        }
        return current.isEmpty ? all : all + [current]
    }

    /// The meaning of a character of a printed name.
    private enum Sign { case letter([String]), gap, omitted }

    private static func sign(_ scalar: Unicode.Scalar) -> Sign? {
        switch scalar {
        case "A"..."Z": .letter([String(scalar)])
        case "a"..."z": .letter([String(own: [capital(UInt8(truncatingIfNeeded: scalar.value))])])
        // Blanks, hyphens and commas separate components; so do long hyphens.
        case " ", "-", ",", "\u{A0}", "\u{2010}"..."\u{2015}": .gap
        // Apostrophes and full stops vanish; so do the marks of letters that are written in two parts.
        case "'", "\u{2019}", "\u{2018}", "`", "\u{B4}", ".", "\u{300}"..."\u{36F}": .omitted
        default: table[scalar].map { .letter($0) }
        }
    }

    private static let table: [Unicode.Scalar: [String]] = {
        var table: [Unicode.Scalar: [String]] = [:]
        for row in rows.split(separator: "\n") {
            let parts = row.split(separator: " ").map(String.init)
            for scalar in parts[0].unicodeScalars { table[scalar] = Array(parts.dropFirst()) }
        }
        return table
    }()

    /// Letters, large and small, with their alternatives.
    private static let rows = """
        ÁÀÂÃĂĀĄǍáàâãăāąǎ A
        Ää AE A
        Åå AA A
        Ææ AE
        ĆĈČĊÇćĉčċç C
        ĐĎÐđďð D
        ÉÈÊËĚĖĒĘĔéèêëěėēęĕ E
        ĜĞĠĢĝğġģ G
        ĦĤħĥ H
        ıÍÌÎÏĨİĪĮĬíìîïĩīįĭ I
        Ĳĳ IJ
        Ĵĵ J
        Ķķ K
        ŁĹĽĻĿłĺľļŀ L
        ŃŇŅŊńňņŋ N
        Ññ N NXX
        ÓÒÔÕŐŌŎóòôõőōŏ O
        Öö OE O
        Øø OE
        Œœ OE
        ŔŘŖŕřŗ R
        ŚŜŠŞȘśŝšşș S
        ßẞ SS
        ŤŢŦȚťţŧț T
        Þþ TH
        ÚÙÛŨŬŰŮŪŲúùûũŭűůūų U
        Üü UE UXX U
        Ŵŵ W
        ÝŶŸýŷÿ Y
        ŹŽŻźžż Z
        """
}
