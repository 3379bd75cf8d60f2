import Primitives

/// A telephone number as far as it leaves the device: its country code and its length. The number itself is no value anywhere.
public struct ReducedTelephone: Sendable, Hashable {
    /// The longest length that is told, in digits; a longer number tells this.
    public static let longest = 20

    /// The country code (ITU-T E.164), such as `49`; nil for a number in national form, or with a code that isn't assigned.
    public let country: String?
    /// The number of decimal digits, the country code's included, 0 to ``longest``.
    public let length: Int

    /// Reduces a number in international form, with `+` or `00` before the country code; of another form only the length remains.
    public init(_ number: String) {
        let digits = number.utf8.filter(\.isDigit)
        let isInternational = number.utf8.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "+")
        let start = isInternational ? 0 : digits.starts(with: [0x30, 0x30]) ? 2 : digits.count
        country = Self.code(before: digits.dropFirst(start))
        length = min(digits.count - (start == 2 ? 2 : 0), Self.longest)
    }

    /// Reduces a number that is given with its country code apart; a leading `+` of the code is left out.
    public init(country: String, national: String) {
        let code = country.utf8.filter(\.isDigit)
        let digits = national.utf8.filter(\.isDigit)
        self.country = Self.code(before: code[...]).flatMap { $0.utf8.count == code.count ? $0 : nil }
        length = min(code.count + digits.count, Self.longest)
    }

    /// The values of the wire: the length, and the country code unless it is nil.
    var values: [JSONValue] { [.integer(Int64(length)), country.map(JSONValue.string)].compactMap(\.self) }

    init(_ row: inout SignalRow) throws(RiskError) {
        length = try row.integer("the length", in: 0...Self.longest)
        country = try row.optionalText("the country", atMost: 3)
        if let country {
            guard Self.code(before: Array(country.utf8)[...]) == country else { throw row.wrong("the country", "a country code of E.164") }
        }
    }

    /// The country code that digits begin with. Codes of one digit are 1 and 7; of two, those below; all others have three.
    private static func code(before digits: ArraySlice<UInt8>) -> String? {
        guard let first = digits.first, first != 0x30 else { return nil }
        let count = first == 0x31 || first == 0x37 ? 1 : ofTwo.contains(String(own: digits.prefix(2))) ? 2 : 3
        return digits.count < count ? nil : String(own: digits.prefix(count))
    }

    private static let ofTwo: Set<String> = [
        "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48", "49", "51", "52", "53", "54",
        "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81", "82", "84", "86", "90", "91", "92", "93", "94", "95", "98",
    ]
}
