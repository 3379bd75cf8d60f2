import Primitives
import Testing

@Suite("Secret")
struct SecretTests {
    @Test("it doesn't show itself")
    func redacted() {
        let secret = Secret("hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped, "\(["password": secret])", "\(Optional(secret) as Any)"] {
            #expect(!text.contains("hunter2"))
        }
        #expect("\(secret)" == "‹redacted›")
    }

    @Test("its bytes are what went in")
    func bytes() {
        let secret = Secret("pässword")
        #expect(secret.reveal() == "pässword")
        #expect(secret.withBytes { Array($0) } == Array("pässword".utf8))
        #expect(secret.count == 9 && !secret.isEmpty)
        #expect(Secret("").isEmpty)
        #expect(Secret(bytes: [0xFF, 0x00]).withBytes { Array($0) } == [0xFF, 0x00])
    }

    @Test("equality")
    func equality() {
        #expect(Secret("a") == Secret("a"))
        #expect(Secret("a") != Secret("b"))
        #expect(Secret("a") != Secret("aa"))
        #expect(Secret("") == Secret(""))
    }

    static let pairs: [([UInt8], [UInt8], Bool)] = [
        ([], [], true), ([1], [1], true), ([1], [2], false), ([1], [1, 0], false), ([0, 1], [1, 0], false),
    ]

    @Test("constant-time equality is equality", arguments: pairs)
    func constantTime(_ left: [UInt8], _ right: [UInt8], _ equal: Bool) {
        #expect(constantTimeEqual(left, right) == equal)
    }
}
