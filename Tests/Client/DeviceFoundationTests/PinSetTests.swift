import Crypto
import DeviceFoundation
import Foundation
import Testing

@Suite("Pins")
struct PinSetTests {
    /// The value printed in the documentation has a character too many for 32 bytes.
    private static let misprint = "S4kZuhQQ1DPcXBSWFQXD0gG+UW7usdbVx6roNWpRl65I="

    @Test("a key matches by the digest of its SubjectPublicKeyInfo")
    func matching() throws {
        let key = P256.Signing.PrivateKey().publicKey.derRepresentation
        let other = P256.Signing.PrivateKey().publicKey.derRepresentation
        let pins = try PinSet([try TestIdentity().pin, Self.pin(key)])
        #expect(pins.contains(subjectPublicKeyInfo: key))
        #expect(!pins.contains(subjectPublicKeyInfo: other))
        #expect(!PinSet.none.contains(subjectPublicKeyInfo: key))
    }

    @Test(
        "an unreadable pin is an error, not a missing pin",
        arguments: ["", "nonsense", "AAAA", misprint, "S4kZuhQQ1DPcXBSWFQXD0gG-UW7usdbVx6roNWpRl65I"])
    func unreadable(_ text: String) throws {
        #expect(throws: PinError.self) { try PinSet([Self.pin([1]), text]) }
    }

    @Test("for callers that took any text before, an unreadable pin is one that nothing matches")
    func lenient() throws {
        let key = P256.Signing.PrivateKey().publicKey.derRepresentation
        #expect(!PinSet(keepingUnreadable: [Self.misprint]).isEmpty)
        #expect(!PinSet(keepingUnreadable: [Self.misprint]).contains(subjectPublicKeyInfo: key))
        #expect(PinSet(keepingUnreadable: [Self.misprint, Self.pin(key)]).contains(subjectPublicKeyInfo: key))
    }

    private static func pin(_ bytes: some Sequence<UInt8>) -> String {
        Data(SHA256.hash(data: Array(bytes))).base64EncodedString()
    }
}
