import Foundation
import OneTimePassword
import Primitives
import Testing

@Suite("One-time passwords")
struct CodeTests {
    @Test("RFC 4226 Appendix D", arguments: RFCVectors.hotp.indices)
    func hotp(counter: Int) throws {
        let hotp = try HOTP(RFCVectors.key(20))
        #expect(hotp.code(at: UInt64(counter)) == RFCVectors.hotp[counter])
        #expect(hotp.verify(RFCVectors.hotp[counter], from: 0, lookAhead: 9) == UInt64(counter))
    }

    @Test("RFC 6238 Appendix B", arguments: RFCVectors.totp.indices, [HashAlgorithm.sha1, .sha256, .sha512])
    func totp(index: Int, algorithm: HashAlgorithm) throws {
        let vector = RFCVectors.totp[index]
        let totp = try TOTP(RFCVectors.key(algorithm.byteCount), algorithm: algorithm, digits: 8)
        let time = Date(timeIntervalSince1970: vector.time)
        #expect(totp.code(at: time) == vector.codes[algorithm])
        #expect(totp.verify(totp.code(at: time), at: time, drift: 0) == totp.step(at: time))
    }

    @Test("a code counts from the expected counter on, as far as is looked ahead")
    func lookAhead() throws {
        let hotp = try HOTP(RFCVectors.key(20))
        #expect(hotp.verify("969429", from: 0, lookAhead: 3) == 3)
        #expect(hotp.verify("969429", from: 0, lookAhead: 2) == nil)
        #expect(hotp.verify("969429", from: 4, lookAhead: 10) == nil)
        #expect(hotp.verify("96942", from: 3) == nil && hotp.verify("", from: 3) == nil && hotp.verify("９６９４２９", from: 3) == nil)
        #expect(hotp.verify(hotp.code(at: .max), from: .max, lookAhead: 5) == .max)
        #expect(hotp.verify("755224", from: 0, lookAhead: -1) == 0)
    }

    @Test("a code counts for the steps around its own, and once")
    func drift() throws {
        let totp = try TOTP(RFCVectors.key(20))
        let time = Date(timeIntervalSince1970: 1000)
        let code = totp.code(at: time)
        for (seconds, isTaken) in [(-60.0, false), (-30, true), (0, true), (30, true), (60, false)] {
            #expect((totp.verify(code, at: time.addingTimeInterval(seconds)) != nil) == isTaken)
        }
        #expect(totp.verify(code, at: time, after: 33) == nil && totp.verify(code, at: time, after: 32) == 33)
        #expect(totp.start(of: 33) == Date(timeIntervalSince1970: 990))
    }

    @Test("steps and counters of the same digits: what was used is refused, and what comes after it is taken")
    func sameDigits() throws {
        let totp = try TOTP(RFCVectors.key(20))
        let (code, time) = ("468457", totp.start(of: 153_568))
        #expect(totp.code(in: 153_567) == code && totp.code(in: 153_569) == code)
        #expect(totp.verify(code, at: time) == 153_567)
        #expect(totp.verify(code, at: time, after: 153_567) == nil, "it was used just now")
        #expect(totp.verify(code, at: time, after: 153_568) == 153_569)
        #expect(totp.verify(code, at: time, after: 153_569) == nil)
        #expect(totp.verify(code, at: totp.start(of: 153_569), drift: 0, after: 153_567) == 153_569, "the first one is over")
        let hotp = try HOTP(RFCVectors.key(20))
        #expect(hotp.code(at: 2386) == "709847" && hotp.code(at: 2394) == "709847")
        #expect(hotp.verify("709847", from: 2386, lookAhead: 10) == 2386)
        #expect(hotp.verify("709847", from: 2387, lookAhead: 10) == nil, "it was used just now")
        #expect(hotp.verify("709847", from: 2388, lookAhead: 10) == 2394)
    }

    @Test("times far off neither trap nor wrap", arguments: [-Double.infinity, -1e300, -1, 0, 1e300, .infinity, .nan])
    func extremes(seconds: Double) throws {
        let totp = try TOTP(RFCVectors.key(20), period: 1)
        let time = Date(timeIntervalSince1970: seconds)
        #expect(totp.verify(totp.code(at: time), at: time, drift: 20) != nil)
    }

    @Test("digits from 4 to 10, with their leading zeros", arguments: 4...10)
    func digits(count: Int) throws {
        let whole = "1284755224"
        #expect(try HOTP(RFCVectors.key(20), digits: count).code(at: 0) == String(whole.suffix(count)))
        let short = "0082162583"
        #expect(try HOTP(RFCVectors.key(20), digits: count).code(at: 7) == String(short.suffix(count)))
    }

    @Test("what makes no code is refused")
    func refused() {
        #expect(throws: OneTimePasswordError(.missing, "")) { try HOTP(Secret("")) }
        #expect(throws: OneTimePasswordError(.outOfRange, "")) { try HOTP(Secret("x"), digits: 3) }
        #expect(throws: OneTimePasswordError(.outOfRange, "")) { try HOTP(Secret("x"), digits: 11) }
        #expect(throws: OneTimePasswordError(.outOfRange, "")) { try TOTP(Secret("x"), period: 0) }
        #expect(throws: OneTimePasswordError(.outOfRange, "")) { try TOTP(Secret("x"), period: 100_000) }
    }

    @Test("a code as it is typed", arguments: [("123 456", "123456"), (" 123-456\n", "123456"), ("123\u{00A0}456", "123456"), ("", "")])
    func typed(text: String, code: String) { #expect(oneTimeCode(typed: text) == code) }
}
