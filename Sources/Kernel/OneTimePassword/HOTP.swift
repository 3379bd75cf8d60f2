public import Primitives

/// One-time passwords that count (RFC 4226).
public struct HOTP: Sendable, Equatable {
    /// The greatest number of counters that a verifier may look ahead of the expected one. RFC 4226 §7.4 asks for as little as is usable.
    public static let longestLookAhead = 1000

    /// The hash function of the HMAC.
    public let algorithm: HashAlgorithm
    /// The number of digits of a password.
    public let digits: Int
    private let secret: Secret
    private let mac: CounterMAC

    /// - Parameters:
    ///   - secret: the shared key; RFC 4226 §4 asks for 128 bits at least, and what issuers give is taken.
    ///   - digits: 4 to 10.
    /// - Throws: `outOfRange`; `missing` for an empty secret.
    public init(_ secret: Secret, algorithm: HashAlgorithm = .sha1, digits: Int = 6) throws(OneTimePasswordError) {
        guard !secret.isEmpty else { throw OneTimePasswordError(.missing, "the secret is empty") }
        try Truncation.check(digits)
        self.secret = secret
        self.algorithm = algorithm
        self.digits = digits
        mac = CounterMAC(algorithm, key: secret)
    }

    public static func == (left: HOTP, right: HOTP) -> Bool {
        left.algorithm == right.algorithm && left.digits == right.digits && left.secret == right.secret
    }

    /// The code for a counter.
    public func code(at counter: UInt64) -> String {
        Truncation.code(of: mac.number(at: counter), digits: digits)
    }

    /// The counter that a code belongs to, from the expected one on; nil when there is none.
    ///
    /// It takes the same time whichever code of the window it was. The caller must remember what was accepted: the next code counts from
    /// the counter after it. So the code of the counter before the expected one was used, and is refused even when a later one has the same
    /// digits, as one in a million has.
    public func verify(_ code: String, from counter: UInt64, lookAhead: Int = 0) -> UInt64? {
        let last = counter.addingReportingOverflow(UInt64(clamping: min(lookAhead, Self.longestLookAhead)))
        guard counter == 0 || verify(code, among: (counter - 1)...(counter - 1)) == nil else { return nil }
        return verify(code, among: counter...(last.overflow ? .max : last.partialValue))
    }

    func verify(_ code: String, among counters: ClosedRange<UInt64>) -> UInt64? {
        guard let given = Truncation.number(code, digits: digits) else { return nil }
        let modulus = Truncation.modulus(digits)
        var found: UInt64?
        var counter = counters.lowerBound
        while true {
            // Numbers are compared in one step, whatever their digits.
            if UInt64(mac.number(at: counter)) % modulus == given, found == nil { found = counter }
            guard counter < counters.upperBound else { return found }
            counter += 1
        }
    }
}
