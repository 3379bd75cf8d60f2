internal import Crypto
public import Foundation
public import Primitives

/// Challenge and response with one-time passwords (RFC 6287).
public struct OCRA: Sendable, Equatable {
    /// The suite that names the hash function, the number of digits and the inputs (RFC 6287 §6).
    public let suite: OCRASuite
    private let secret: Secret

    /// - Throws: `missing` for an empty secret.
    public init(_ secret: Secret, suite: OCRASuite) throws(OneTimePasswordError) {
        guard !secret.isEmpty else { throw OneTimePasswordError(.missing, "the secret is empty") }
        self.secret = secret
        self.suite = suite
    }

    /// The input of a response. A member that the suite doesn't name is left out of it.
    public struct Input: Sendable {
        /// The challenge question, in the characters that the suite's format allows (RFC 6287 §5.1).
        public var question: String
        /// The counter; needed when the suite has one.
        public var counter: UInt64?
        /// The PIN, of which the hash goes into the response; needed when the suite has one.
        public var pin: Secret?
        /// The session's bytes; needed when the suite has a session.
        public var session: [UInt8]?
        /// The time of the response; needed when the suite has a time step.
        public var time: Date?

        /// Makes an input of its members, which are taken unchecked. By default `counter`, `pin`, `session` and `time` are nil.
        public init(_ question: String, counter: UInt64? = nil, pin: Secret? = nil, session: [UInt8]? = nil, time: Date? = nil) {
            self.question = question
            self.counter = counter
            self.pin = pin
            self.session = session
            self.time = time
        }
    }

    /// The response: as many digits as the suite says, or the whole MAC in hexadecimal digits.
    /// - Throws: `missing` for a member that the suite names, `malformed` or `outOfRange` for one that it doesn't allow.
    public func response(to input: Input) throws(OneTimePasswordError) -> String {
        let mac = suite.algorithm.authenticationCode(for: try message(input), key: secret)
        guard suite.digits > 0 else { return mac.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined() }
        return Truncation.code(of: mac, digits: suite.digits)
    }

    /// Whether a response is the right one; it takes the same time either way.
    ///
    /// A window of steps or counters is the caller's, who must also remember what was accepted (RFC 6287 §7.1).
    /// - Throws: as ``response(to:)``.
    public func verify(_ response: String, to input: Input) throws(OneTimePasswordError) -> Bool {
        constantTimeEqual(Array(response.utf8), Array(try self.response(to: input).utf8))
    }

    private func message(_ input: Input) throws(OneTimePasswordError) -> [UInt8] {
        var message = Array(suite.description.utf8) + [0]
        if suite.hasCounter { message += bigEndianBytes(try needed(input.counter, "a counter")) }
        message += try OCRAQuestion.bytes(input.question, suite.questionFormat)
        if let hash = suite.pinHash { message += Self.digest(of: try needed(input.pin, "a PIN"), hash) }
        if let length = suite.sessionLength { message += try session(try needed(input.session, "session information"), length) }
        if let step = suite.timeStep { message += bigEndianBytes(Self.steps(try needed(input.time, "a time"), of: step)) }
        return message
    }

    private func needed<Value>(_ value: Value?, _ name: String) throws(OneTimePasswordError) -> Value {
        guard let value else { throw OneTimePasswordError(.missing, "the suite \(suite) needs \(name)") }
        return value
    }

    /// Right-aligned, as the RFC's own program has it.
    private func session(_ session: [UInt8], _ length: Int) throws(OneTimePasswordError) -> [UInt8] {
        guard session.count <= length else {
            throw OneTimePasswordError(.outOfRange, "session information of \(session.count) bytes; the suite has \(length)")
        }
        return [UInt8](repeating: 0, count: length - session.count) + session
    }

    private static func digest(of pin: Secret, _ hash: HashAlgorithm) -> [UInt8] {
        pin.withBytes { bytes in
            switch hash {
            case .sha1: Insecure.SHA1.hash(data: bytes).bytes
            case .sha256: SHA256.hash(data: bytes).bytes
            case .sha384: SHA384.hash(data: bytes).bytes
            case .sha512: SHA512.hash(data: bytes).bytes
            }
        }
    }

    private static func steps(_ time: Date, of length: Int) -> UInt64 {
        let seconds = time.timeIntervalSince1970
        return seconds > 0 && seconds < 9.2e18 ? UInt64(seconds) / UInt64(length) : 0
    }
}
