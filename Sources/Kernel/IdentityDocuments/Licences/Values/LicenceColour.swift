import Primitives

/// The codes for colours of eyes and hair, with the other spellings that occur.
enum LicenceColour {
    /// Codes of eyes with the words that readers see.
    static let eyes = [
        "BLK": "Black", "BLU": "Blue", "BRO": "Brown", "DIC": "Dichromatic", "GRY": "Gray", "GRN": "Green", "HAZ": "Hazel", "MAR": "Maroon",
        "PNK": "Pink", "UNK": "Unknown",
    ]
    /// Codes of hair with the words that readers see.
    static let hair = [
        "BAL": "Bald", "BLK": "Black", "BLN": "Blond", "BRO": "Brown", "GRY": "Gray", "RED": "Red/Auburn", "SDY": "Sandy", "WHI": "White",
        "UNK": "Unknown",
    ]

    private static let otherSpellings = [
        "BRN": "BRO", "BR": "BRO", "BN": "BRO", "BROWN": "BRO", "BL": "BLU", "BLUE": "BLU", "BK": "BLK", "BLACK": "BLK", "GREEN": "GRN",
        "GR": "GRN",
        "GRAY": "GRY", "GREY": "GRY", "GY": "GRY", "HAZEL": "HAZ", "HZ": "HAZ", "MAROON": "MAR", "PINK": "PNK", "DICHROMATIC": "DIC",
        "UNKNOWN": "UNK", "BALD": "BAL", "BLOND": "BLN", "BLONDE": "BLN", "BLD": "BLN", "AUBURN": "RED", "RED/AUBURN": "RED", "RD": "RED",
        "SANDY": "SDY", "WHITE": "WHI", "WH": "WHI",
    ]

    /// The code that a value means, and whether the value is that code; nil for what is none.
    static func code(_ value: String, of codes: [String: String]) -> (code: String, isExact: Bool)? {
        guard value.utf8.count <= 12, value.isPlainASCII else { return nil }
        let capitals = String(own: value.utf8.map(capital))
        if codes[capitals] != nil { return (capitals, capitals == value) }
        guard let other = otherSpellings[capitals], codes[other] != nil else { return nil }
        return (other, false)
    }
}
