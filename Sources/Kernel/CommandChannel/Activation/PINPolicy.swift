public import Primitives

/// The rules for a PIN. Only the form is checked on the device: whether it is the right one shows at the server alone.
public struct PINPolicy: Sendable, Equatable {
    /// The reason why a PIN isn't taken.
    public enum Fault: Error, Sendable, Equatable, CaseIterable {
        /// It has too few characters.
        case tooShort
        /// It has too many characters.
        case tooLong
        /// It has a character that isn't a digit.
        case notDigits
        /// It is one of those that are guessed first.
        case weak
    }

    /// The least number of characters.
    public var minimum: Int
    /// The greatest number of characters.
    public var maximum: Int
    /// Whether only digits are allowed.
    public var isNumeric: Bool
    /// Whether PINs that are guessed first are refused.
    public var refusesWeak: Bool

    /// Makes rules, by default 6 to 12 digits, none of them weak. Lengths are brought between 4 and 64.
    public init(minimum: Int = 6, maximum: Int = 12, isNumeric: Bool = true, refusesWeak: Bool = true) {
        self.minimum = min(max(minimum, 4), 64)
        self.maximum = min(max(maximum, self.minimum), 64)
        self.isNumeric = isNumeric
        self.refusesWeak = refusesWeak
    }

    var bytes: [UInt8] { [UInt8(minimum), UInt8(maximum), isNumeric ? 1 : 0, refusesWeak ? 1 : 0] }

    init(bytes: [UInt8]) throws(CommandError) {
        guard bytes.count == 4, (4...64).contains(bytes[0]), bytes[1] >= bytes[0], bytes[1] <= 64, bytes[2] <= 1, bytes[3] <= 1 else {
            throw CommandError(.malformed, "the rules for PINs")
        }
        self.init(minimum: Int(bytes[0]), maximum: Int(bytes[1]), isNumeric: bytes[2] == 1, refusesWeak: bytes[3] == 1)
    }

    /// Checks the form of a PIN that is entered.
    /// - Throws: ``Fault``.
    public func checkForm(_ pin: Secret) throws(Fault) {
        try pin.withBytes { (bytes) throws(Fault) in
            guard bytes.count >= minimum else { throw .tooShort }
            guard bytes.count <= maximum else { throw .tooLong }
            guard !isNumeric || bytes.allSatisfy(\.isDigit) else { throw .notDigits }
        }
    }

    /// Checks a PIN that is chosen.
    /// - Throws: ``Fault``.
    public func checkChoice(_ pin: Secret) throws(Fault) {
        try checkForm(pin)
        guard !refusesWeak || !pin.withBytes({ Self.isWeak(Array($0)) }) else { throw .weak }
    }

    /// Whether all steps between neighbours are the same (1111, 1234, 9876, 9012), a block of up to half the length repeats, or all
    /// characters come in pairs or runs of few distinct ones.
    private static func isWeak(_ pin: [UInt8]) -> Bool {
        let steps = Set(zip(pin, pin.dropFirst()).map { (Int($1) - Int($0) + 10) % 10 })
        if steps.count <= 1 || Set(pin).count <= 2 { return true }
        return (1...max(1, pin.count / 2)).contains { block in
            pin.count.isMultiple(of: block) && zip(pin, pin.dropFirst(block)).allSatisfy { $0 == $1 }
        }
    }
}
