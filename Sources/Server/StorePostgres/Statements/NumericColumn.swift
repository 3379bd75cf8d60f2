internal import Primitives
internal import Store

/// A decimal number in PostgreSQL's binary form, as the sum of a column of whole numbers is: digits to the base of 10 000.
struct NumericColumn {
    private let digits: [Int16]
    private let weight: Int
    private let sign: UInt16

    /// nil for other bytes.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8, bytes.count.isMultiple(of: 2) else { return nil }
        let words = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        guard Int(words[0]) == words.count - 4 else { return nil }
        weight = Int(Int16(bitPattern: words[1]))
        sign = words[2]
        digits = words[4...].map { Int16(bitPattern: $0) }
        guard [0, 0x4000].contains(sign), digits.allSatisfy({ 0..<10_000 ~= $0 }) else { return nil }
    }

    /// The number: whole if it is one and fits.
    var value: SQLValue {
        if digits.count <= weight + 1, weight < 6, let whole { return .integer(whole) }
        let places = digits.enumerated().map { Double($1) * Self.power(weight - $0) }
        return .real(places.reduce(0, +) * (sign == 0 ? 1 : -1))
    }

    private var whole: Int64? {
        var number: Int64 = 0
        for place in 0..<max(weight + 1, 0) {
            let (tens, isOver) = number.multipliedReportingOverflow(by: 10_000)
            let digit = Int64(place < digits.count ? digits[place] : 0)
            let (sum, isPast) = sign == 0 ? tens.addingReportingOverflow(digit) : tens.subtractingReportingOverflow(digit)
            guard !isOver, !isPast else { return nil }
            number = sum
        }
        return number
    }

    private static func power(_ exponent: Int) -> Double {
        let factor = (0..<abs(exponent)).reduce(1.0) { power, _ in power * 10_000 }
        return exponent < 0 ? 1 / factor : factor
    }
}
