import Primitives
import VerifiableClaims

/// Texts of Disclosures, and the JSON in one: what is read is what was sent.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDisclosure(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for text in [String(decoding: bytes, as: UTF8.self), Base64URL.encode(bytes)] {
        guard let read = try? Disclosure(parsing: text) else { continue }
        precondition(read.text == text, "another text")
        let written = Disclosure(salt: read.salt, name: read.name, value: read.value)
        guard let again = try? Disclosure(parsing: written.text) else { fatalError("what was written isn't read") }
        precondition(again == written, "what was written is another Disclosure")
        for hash in DisclosureHash.allCases {
            precondition(Base64URL.decode(hash.digest(of: text)) != nil, "a digest that is no base64url")
        }
    }
    return 0
}
