import Primitives
import Authenticator
import CallbackBridge
public import Foundation
import OneTimePassword

/// The hash function beneath a code.
public enum OathAlgorithm: String, Codable, Sendable {
    /// The hash function of this name (SHA-1, or SHA-2 with this many bits).
    case sha1, sha256, sha384, sha512
}

/// A mechanism that makes one-time passwords.
public class OathMechanism: Mechanism {
    /// The hash function.
    public var algorithm: OathAlgorithm { mechanism?.password.flatMap { OathAlgorithm(exactly: $0.algorithm.rawValue) } ?? .sha1 }
    /// The number of digits of its codes.
    public var digits: Int { mechanism?.password?.digits ?? 6 }

    /// The code of this moment, or the next one of a counting mechanism, whose counter is stored first.
    /// - Throws: ``AccountError/accountLocked(_:)``; ``MechanismError/failedToUpdateInformation(_:)`` when the counter can't be stored;
    ///   ``FRAError/invalidStateForUse`` before ``FRAClient/start()``.
    public func generateCode() throws -> OathTokenCode {
        guard let authenticator = Runtime.authenticator else { throw FRAError.invalidStateForUse }
        let (account, id) = (accountIdentifier, mechanismUUID)
        do {
            return OathTokenCode(try Bridge.wait { try await authenticator.code(of: account, by: id) }, type: type)
        } catch let error as AuthenticatorError where error.code == .storage {
            throw MechanismError.failedToUpdateInformation(error.reason)
        } catch { throw Translation.documented(error) }
    }
}

/// A mechanism whose codes count.
public class HOTPMechanism: OathMechanism {
    /// The counter of the next code when this object was read.
    public var counter: Int {
        guard case .hotp(let counter) = mechanism?.password?.kind else { return 0 }
        return Int(clamping: counter)
    }
}

/// A mechanism whose codes run with the clock.
public class TOTPMechanism: OathMechanism {
    /// Seconds for which a code is shown.
    public var period: Int {
        guard case .totp(let period) = mechanism?.password?.kind else { return 30 }
        return period
    }
}

/// A one-time password and when it is good.
public class OathTokenCode: NSObject {
    /// `totp` or `hotp`.
    public let tokenType: String
    /// The digits.
    public let code: String
    /// Seconds since 1970 from which it is good; for a counting code, when it was made.
    public let start: TimeInterval
    /// Seconds since 1970 until which it is good; nil for a counting code.
    public let until: TimeInterval?

    init(_ code: OneTimeCode, type: String) {
        tokenType = type
        self.code = code.code
        start = (code.from ?? Environment.current.time.now).timeIntervalSince1970
        until = code.until?.timeIntervalSince1970
    }

    /// Whether it is good now; a counting code is, until the next one is made.
    public var isValid: Bool {
        let now = Environment.current.time.now.timeIntervalSince1970
        return until.map { (start..<$0).contains(now) } ?? true
    }

    /// Returns `tokenType`, `code`, and `start` and `until` in seconds since 1970, as JSON text.
    public func toJson() -> String? {
        var object: JSONObject = ["tokenType": .string(tokenType), "code": .string(code), "start": .number(start)]
        object["until"] = until.map(JSONValue.number)
        return JSONValue.object(object).text
    }

    /// The part of its time that has passed, 0 to 1; 0 for a counting code.
    public var progress: Float {
        guard let until, until > start else { return 0 }
        return Float(min(1, max(0, (Environment.current.time.now.timeIntervalSince1970 - start) / (until - start))))
    }
}
