import Primitives
import Testing

@Suite("Percent escapes (RFC 3986 §2)")
struct PercentEncodingTests {
    @Test("everything but unreserved characters is escaped, byte by byte")
    func escaped() {
        let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        #expect(String(percentEncoding: unreserved) == unreserved && String(percentEncoding: "") == "")
        #expect(
            String(percentEncoding: "a b+c/é%\n:@!$&'()*,;=?#[]")
                == "a%20b%2Bc%2F%C3%A9%25%0A%3A%40%21%24%26%27%28%29%2A%2C%3B%3D%3F%23%5B%5D")
        #expect(String(percentEncoding: "a/b".dropFirst()) == "%2Fb")
    }

    @Test("what is escaped is read as it was")
    func readAgain() {
        for text in ["", "plain", "100% é\u{0}\u{7F}", "\u{1F469}\u{200D}\u{1F469}"] {
            #expect(String(percentDecoding: String(percentEncoding: text)) == text)
        }
    }

    @Test("exactly the 66 unreserved bytes stay")
    func unreservedBytes() {
        #expect((0...UInt8.max).count(where: PercentEncoding.isUnreserved) == 66)
    }
}
