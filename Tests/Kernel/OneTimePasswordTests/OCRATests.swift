import Foundation
import OneTimePassword
import Primitives
import Testing

@Suite("OCRA")
struct OCRATests {
    @Test("RFC 6287 Appendix C", arguments: RFCVectors.ocra)
    func vectors(vector: RFCVectors.OCRAVector) throws {
        let ocra = try OCRA(RFCVectors.key(vector.keyLength), suite: try OCRASuite(vector.suite))
        let time = Date(timeIntervalSince1970: Double(0x132D0B6) * 60)
        let input = OCRA.Input(vector.question, counter: vector.counter, pin: Secret("1234"), session: [], time: time)
        #expect(try ocra.response(to: input) == vector.response)
        #expect(try ocra.verify(vector.response, to: input))
        #expect(try !ocra.verify(String(vector.response.reversed()) + "0", to: input))
    }

    @Test("a suite says what it is made of")
    func suite() throws {
        let suite = try OCRASuite("OCRA-1:HOTP-SHA512-0:C-QH64-PSHA256-S128-T12H")
        #expect(suite.algorithm == .sha512 && suite.digits == 0 && suite.hasCounter)
        #expect(suite.questionFormat == .hexadecimal && suite.questionLength == 64 && suite.pinHash == .sha256)
        #expect(suite.sessionLength == 128 && suite.timeStep == 43_200)
        #expect(try OCRASuite("OCRA-1:HOTP-SHA1-4:QA04-S-T59S").sessionLength == 64)
    }

    @Test(
        "what is no suite is refused, with the part that is wrong",
        arguments: [
            "", "OCRA-1", "OCRA-1:HOTP-SHA1-6", "OCRA-1:HOTP-SHA1-6:", "OCRA-2:HOTP-SHA1-6:QN08", "OCRA-1:HOTP-SHA1-6:C",
            "OCRA-1:HOTP-SHA1-6:C-",
            "OCRA-1:HOTP-SHA-6:QN08", "OCRA-1:HOTP-MD5-6:QN08", "OCRA-1:HOTP-SHA1-1:QN08", "OCRA-1:HOTP-SHA1-11:QN08",
            "OCRA-1:HOTP-SHA1-:QN08",
            "OCRA-1:HOTP-SHA1-6:QX08", "OCRA-1:HOTP-SHA1-6:QN03", "OCRA-1:HOTP-SHA1-6:QN65", "OCRA-1:HOTP-SHA1-6:QN8",
            "OCRA-1:HOTP-SHA1-6:QN08-T",
            "OCRA-1:HOTP-SHA1-6:QN08-T91S", "OCRA-1:HOTP-SHA1-6:QN08-T91H", "OCRA-1:HOTP-SHA1-6:QN08-T01X", "OCRA-1:HOTP-SHA1-6:QN08-T0M",
            "OCRA-1:HOTP-SHA1-6:QN08-S999", "OCRA-1:HOTP-SHA1-6:QN08-S000", "OCRA-1:HOTP-SHA1-6:QN08-PSHA", "OCRA-1:HOTP-SHA1-6:QN08-",
            "OCRA-1:HOTP-SHA1-6:QN08--T1M", "OCRA-1:HOTP-SHA1-6:QN08-T1M-PSHA1", "OCRA-1:HOTP-SHA1-6:QN08-C", "OCRA-1:TOTP-SHA1-6:QN08",
            "OCRA-1:HOTP-SHA1-6:QN08:", "OCRA-1:HOTP-SHA1-6:QN٠٨",
        ])
    func wrongSuite(text: String) { #expect(throws: OneTimePasswordError(.malformed, "")) { try OCRASuite(text) } }

    @Test("a question keeps to its format; a suite's members must be given")
    func input() throws {
        let key = RFCVectors.key(20)
        func refusal(_ suite: String, _ input: OCRA.Input) throws -> OneTimePasswordError.Code? {
            let ocra = try OCRA(key, suite: try OCRASuite(suite))
            do { _ = try ocra.response(to: input) } catch { return error.code }
            return nil
        }
        for (suite, question) in [("QN08", "1234567x"), ("QN08", "１２"), ("QH08", "12g"), ("QA08", "é"), ("QA08", "a\n")] {
            #expect(try refusal("OCRA-1:HOTP-SHA1-6:\(suite)", OCRA.Input(question)) == .malformed)
        }
        for (suite, count) in [("QN08", 400), ("QH08", 258), ("QA08", 129), ("QA08", 0), ("QN08", 0), ("QH08", 0)] {
            #expect(try refusal("OCRA-1:HOTP-SHA1-6:\(suite)", OCRA.Input(String(repeating: "1", count: count))) != nil)
        }
        for suite in ["C-QN08", "QN08-PSHA1", "QN08-S064", "QN08-T1M"] {
            #expect(try refusal("OCRA-1:HOTP-SHA1-6:\(suite)", OCRA.Input("12345678")) == .missing)
        }
        #expect(try refusal("OCRA-1:HOTP-SHA1-6:QN08-S002", OCRA.Input("12345678", session: [1, 2, 3])) == .outOfRange)
        #expect(try refusal("OCRA-1:HOTP-SHA1-6:QN08-S002", OCRA.Input("12345678", session: [1, 2])) == nil)
    }

    @Test("without truncation the response is the whole MAC; the clock takes any time", arguments: [-1e300, 0, 1e300, .nan])
    func whole(seconds: Double) throws {
        let ocra = try OCRA(RFCVectors.key(32), suite: try OCRASuite("OCRA-1:HOTP-SHA256-0:QH64-T30S"))
        let response = try ocra.response(to: OCRA.Input("abc", time: Date(timeIntervalSince1970: seconds)))
        #expect(response.count == 64 && response.allSatisfy(\.isHexDigit))
    }
}
