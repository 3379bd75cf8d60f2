import Foundation
import Primitives
import Testing
import VerifiableClaims

@testable import gatehouse

@Suite("Claims of a log as gatehouse claim list shows them")
struct ClaimRegisterTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)
    private let hash = Base64URL.encode([UInt8](repeating: 7, count: 32))

    @Test("the earliest expiry by the claim's own issuer counts, and one of another issuer doesn't")
    func expiries() {
        var register = ClaimRegister()
        register.take(.key(thumbprint: hash, issuer: "a", notBefore: now, at: now))
        register.take(.claim(dataHash: hash, issuer: "a", at: now))
        register.take(.expiry(dataHash: hash, issuer: "b", expires: now, at: now))
        #expect(register.claims.count == 1 && register.claims[0].expires == nil)
        for offset in [600.0, 60, 6000] {
            register.take(.expiry(dataHash: hash, issuer: "a", expires: now + offset, at: now))
        }
        #expect(register.claims[0].expires == now + 60)
        #expect(register.claims[0].json["id"]?.string == ClaimHead.id(of: hash)?.text)
    }
}
