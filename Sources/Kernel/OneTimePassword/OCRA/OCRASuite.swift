import Primitives

/// The parts of an OCRA value, and its making (RFC 6287 §6): `OCRA-1:HOTP-SHA256-8:C-QN08-PSHA1`.
public struct OCRASuite: Sendable, Hashable, CustomStringConvertible {
    /// The characters that a question has (RFC 6287 §6.3).
    public enum QuestionFormat: String, Sendable, CaseIterable {
        /// Letters and digits, `A` in the suite.
        case alphanumeric = "A"
        /// Decimal digits, `N` in the suite.
        case numeric = "N"
        /// Hexadecimal digits, `H` in the suite.
        case hexadecimal = "H"
    }

    /// The suite as it was written: the text is part of what is hashed.
    public let description: String
    /// The hash function of the HMAC.
    public let algorithm: HashAlgorithm
    /// 4 to 10; 0 for the whole MAC.
    public let digits: Int
    /// Whether a counter goes into the response (`C` in the suite).
    public let hasCounter: Bool
    /// The characters that a question may have.
    public let questionFormat: QuestionFormat
    /// The length that one party's question may have, in characters: 4 to 64.
    public let questionLength: Int
    /// The hash that a PIN goes in as; nil without a PIN.
    public let pinHash: HashAlgorithm?
    /// The length of the session information in bytes; nil without.
    public let sessionLength: Int?
    /// The length of a time step in seconds; nil without a clock.
    public let timeStep: Int?

    /// Reads a suite.
    /// - Throws: `malformed`, with the part that is wrong.
    public init(_ text: String) throws(OneTimePasswordError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard text.utf8.count <= 64, parts.count == 3, parts[0] == "OCRA-1" else {
            throw OneTimePasswordError(.malformed, "a suite has three parts, the first of which is OCRA-1")
        }
        var reader = OCRASuiteReader(input: parts[2].split(separator: "-", omittingEmptySubsequences: false)[...])
        description = text
        (algorithm, digits) = try OCRASuiteReader.function(parts[1])
        hasCounter = reader.takeCounter()
        (questionFormat, questionLength) = try reader.takeQuestion()
        pinHash = try reader.takePIN()
        sessionLength = try reader.takeSession()
        timeStep = try reader.takeTime()
        try reader.end()
    }
}
