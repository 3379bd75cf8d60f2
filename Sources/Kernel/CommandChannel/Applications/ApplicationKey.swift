import Crypto
public import Foundation
import OneTimePassword
public import Primitives

/// A code with what goes along.
public struct ApplicationCode: Sendable, Equatable {
    /// The digits that the user types or the app sends.
    public let code: String
    /// Six digits that the server shows in return; nil for an application without them.
    public let hostCode: String?

    /// Makes a code of its members.
    public init(code: String, hostCode: String?) {
        self.code = code
        self.hostCode = hostCode
    }
}

/// The key of an application, and the codes that it makes. Both halves compute them here.
public struct ApplicationKey: Sendable, Equatable {
    /// The application.
    public let application: CryptographicApplication
    private let key: Secret

    /// A key of its bytes.
    public init(_ key: Secret, application: CryptographicApplication) {
        self.key = key
        self.application = application
    }

    /// The code of a moment: a one-time password without a challenge, an answer with one.
    /// - Throws: ``CommandError/Code/invalid`` for a challenge that isn't 4 to 16 letters and digits of ASCII, one that is missing, or one
    ///   that the application has no use for.
    public func code(challenge: String? = nil, at time: Date) throws(CommandError) -> ApplicationCode {
        switch (application.use, challenge) {
        case (.oneTimePassword, nil): try withHostCode(try oneTimePassword.code(at: time), question: "", at: time)
        case (.challengeResponse, let challenge?):
            try withHostCode(try answer(to: Self.checked(challenge), "QA16", at: time), question: challenge, at: time)
        default: throw CommandError(.invalid, "the application wants a challenge, or has no use for one")
        }
    }

    /// The signature of data fields.
    /// - Throws: ``CommandError/Code/invalid`` for an application of another use.
    public func signature(of fields: TransactionFields, at time: Date) throws(CommandError) -> ApplicationCode {
        guard application.use == .signature else { throw CommandError(.invalid, "the application doesn't sign") }
        return try withHostCode(try answer(to: fields.digest, "QH64", at: time), question: "", at: time)
    }

    /// The step of the clock that a code belongs to: the server's part. The caller remembers it, and gives it as `last` from then on.
    /// - Parameter drift: how many steps of 30 seconds before and after the present one count.
    public func verify(_ code: String, challenge: String? = nil, at time: Date, drift: Int = 1, after last: UInt64? = nil) -> UInt64? {
        guard let expected = try? steps(time, drift).map({ ($0, try self.code(challenge: challenge, at: $1).code) }) else { return nil }
        return Self.match(code, expected, last)
    }

    /// The step that a signature belongs to: the server's part.
    public func verify(
        _ signature: String, of fields: TransactionFields, at time: Date, drift: Int = 1, after last: UInt64? = nil
    ) -> UInt64? {
        guard let expected = try? steps(time, drift).map({ ($0, try self.signature(of: fields, at: $1).code) }) else { return nil }
        return Self.match(signature, expected, last)
    }

    // MARK: - Computation

    private var oneTimePassword: TOTP {
        get throws(CommandError) {
            do { return try TOTP(key, algorithm: .sha256, digits: application.digits, period: 30) } catch { throw Self.invalid(error) }
        }
    }

    private func answer(to question: String, _ format: String, at time: Date) throws(CommandError) -> String {
        do {
            let suite = try OCRASuite("OCRA-1:HOTP-SHA256-\(application.digits):\(format)-T30S")
            return try OCRA(key, suite: suite).response(to: OCRA.Input(question, time: time))
        } catch { throw Self.invalid(error) }
    }

    private func withHostCode(_ code: String, question: String, at time: Date) throws(CommandError) -> ApplicationCode {
        guard application.hasHostCode else { return ApplicationCode(code: code, hostCode: nil) }
        let hostKey = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key.symmetricKey, info: Array("orch/v1 host-code".utf8), outputByteCount: 32)
        do {
            let ocra = try OCRA(Secret(key: hostKey), suite: try OCRASuite("OCRA-1:HOTP-SHA256-6:QA64-T30S"))
            return ApplicationCode(code: code, hostCode: try ocra.response(to: OCRA.Input(question + code, time: time)))
        } catch { throw Self.invalid(error) }
    }

    private func steps(_ time: Date, _ drift: Int) -> [(UInt64, Date)] {
        let now = Int64(time.timeIntervalSince1970.clamped) / 30
        let drift = Int64(min(max(drift, 0), 2))
        return (max(0, now - drift)...(now + drift)).map { (UInt64($0), Date(timeIntervalSince1970: Double($0) * 30)) }
    }

    /// Compares with every step, so that the time doesn't tell which it was.
    private static func match(_ code: String, _ expected: [(UInt64, String)], _ last: UInt64?) -> UInt64? {
        expected.reduce(nil as UInt64?) { found, step in
            let isIt = constantTimeEqual(Array(code.utf8), Array(step.1.utf8)) && (last.map { step.0 > $0 } ?? true)
            return isIt ? step.0 : found
        }
    }

    private static func checked(_ challenge: String) throws(CommandError) -> String {
        let characters = challenge.utf8
        let isPlain = characters.allSatisfy { $0.isDigit || $0.isCapital || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        guard (4...16).contains(characters.count), isPlain else {
            throw CommandError(.invalid, "a challenge has 4 to 16 letters and digits")
        }
        return challenge
    }

    private static func invalid(_ error: OneTimePasswordError) -> CommandError { CommandError(.invalid, error.reason) }
}
