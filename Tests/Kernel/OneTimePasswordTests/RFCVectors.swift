import OneTimePassword
import Primitives

/// The vectors of RFC 4226 Appendix D, RFC 6238 Appendix B and RFC 6287 Appendix C.
enum RFCVectors {
    /// The digits 1 to 0, over and over.
    static func key(_ count: Int) -> Secret { Secret(bytes: (0..<count).map { UInt8(ascii: "0") + UInt8(($0 + 1) % 10) }) }

    static let hotp = ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]

    static let totp: [(time: Double, codes: [HashAlgorithm: String])] = [
        (59, [.sha1: "94287082", .sha256: "46119246", .sha512: "90693936"]),
        (1_111_111_109, [.sha1: "07081804", .sha256: "68084774", .sha512: "25091201"]),
        (1_111_111_111, [.sha1: "14050471", .sha256: "67062674", .sha512: "99943326"]),
        (1_234_567_890, [.sha1: "89005924", .sha256: "91819424", .sha512: "93441116"]),
        (2_000_000_000, [.sha1: "69279037", .sha256: "90698825", .sha512: "38618901"]),
        (20_000_000_000, [.sha1: "65353130", .sha256: "77737706", .sha512: "47863826"]),
    ]

    /// A question with its response, and the counter where the suite has one.
    struct OCRAVector: Sendable, CustomStringConvertible {
        let suite: String
        let keyLength: Int
        let question: String
        var counter: UInt64?
        let response: String
        var description: String { "\(suite) \(question)" }
    }

    static let ocra: [OCRAVector] =
        repeated("OCRA-1:HOTP-SHA1-6:QN08", 20, "237653 243178 653583 740991 608993 388898 816933 224598 750600 294470")
        + counted(
            "OCRA-1:HOTP-SHA256-8:C-QN08-PSHA1", 32,
            "65347737 86775851 78192410 71565254 10104329 65983500 70069104 91771096 75011558 08522129"
        ) { _ in "12345678" }
        + repeated("OCRA-1:HOTP-SHA256-8:QN08-PSHA1", 32, "83238735 01501458 17957585 86776967 86807031")
        + counted(
            "OCRA-1:HOTP-SHA512-8:C-QN08", 64,
            "07016083 63947962 70123924 25341727 33203315 34205738 44343969 51946085 20403879 31409299"
        ) { String(repeating: String($0), count: 8) }
        + repeated("OCRA-1:HOTP-SHA512-8:QN08-T1M", 64, "95209754 55907591 22048402 24218844 36209546")
        + mutual("OCRA-1:HOTP-SHA256-8:QA08", 32, client: false, "28247970 01984843 65387857 03351211 83412541")
        + mutual("OCRA-1:HOTP-SHA256-8:QA08", 32, client: true, "15510767 90175646 33777207 95285278 28934924")
        + mutual("OCRA-1:HOTP-SHA512-8:QA08", 64, client: false, "79496648 76831980 12250499 90856481 12761449")
        + mutual("OCRA-1:HOTP-SHA512-8:QA08-PSHA1", 64, client: true, "18806276 70020315 01600026 18951020 32528969")
        + signatures("OCRA-1:HOTP-SHA256-8:QA08", 32, "000", "53095496 04110475 31331128 76028668 46554205")
        + signatures("OCRA-1:HOTP-SHA512-8:QA10-T1M", 64, "00000", "77537423 31970405 10235557 95213541 65360607")

    private static func repeated(_ suite: String, _ key: Int, _ responses: String) -> [OCRAVector] {
        vectors(suite, key, responses) { String(repeating: String($0), count: 8) }
    }

    private static func counted(
        _ suite: String, _ key: Int, _ responses: String, _ question: (Int) -> String
    ) -> [OCRAVector] {
        vectors(suite, key, responses, question).enumerated().map { index, vector in
            var vector = vector
            vector.counter = UInt64(index)
            return vector
        }
    }

    private static func mutual(_ suite: String, _ key: Int, client: Bool, _ responses: String) -> [OCRAVector] {
        vectors(suite, key, responses) { client ? "SRV1111\($0)CLI2222\($0)" : "CLI2222\($0)SRV1111\($0)" }
    }

    private static func signatures(_ suite: String, _ key: Int, _ zeros: String, _ responses: String) -> [OCRAVector] {
        vectors(suite, key, responses) { "SIG1\($0)" + zeros }
    }

    private static func vectors(_ suite: String, _ key: Int, _ responses: String, _ question: (Int) -> String) -> [OCRAVector] {
        responses.split(separator: " ").enumerated().map { index, response in
            OCRAVector(suite: suite, keyLength: key, question: question(index), response: String(response))
        }
    }
}
