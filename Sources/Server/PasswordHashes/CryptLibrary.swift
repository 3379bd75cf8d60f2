import CCrypt
import Foundation
import Primitives

/// `crypt(3)` of libxcrypt: bcrypt, SHA-crypt, yescrypt, scrypt (`$7$`) and MD5-crypt.
enum CryptLibrary {
    /// Whether a password is the one of a hash. A password with a NUL is never, since the library would only see what is before it.
    ///
    /// - Parameter setting: a hash whose form and cost have been checked.
    static func verify(_ password: Secret, _ setting: String) -> Bool {
        let isBcrypt = setting.hasPrefix("$2")
        let phrase = password.withBytes { bytes in
            // bcrypt takes 72 bytes, and the library refuses more than 511.
            let bytes = isBcrypt ? UnsafeRawBufferPointer(rebasing: bytes.prefix(72)) : bytes
            return bytes.contains(0) ? nil : withUnsafeBytes(of: UInt8(0)) { nul in Secret(bytes: [bytes, nul].joined()) }
        }
        guard let phrase, let found = hash(phrase, setting) else { return false }
        guard isBcrypt else { return constantTimeEqual(found, Array(setting.utf8)) }
        return constantTimeEqual(digest(found), digest(Array(setting.utf8)))
    }

    /// The hash of a phrase that ends with a NUL; nil where the library refuses it.
    private static func hash(_ phrase: Secret, _ setting: String) -> [UInt8]? {
        let size = MemoryLayout<crypt_data>.size
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        defer {
            wipe(memory)
            memory.deallocate()
        }
        return phrase.withBytes { phrase in
            crypt_rn(phrase.baseAddress?.assumingMemoryBound(to: CChar.self), setting, memory.baseAddress, CInt(size)).map {
                Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
            }
        }
    }

    private static func wipe(_ memory: UnsafeMutableRawBufferPointer) {
        guard let address = memory.baseAddress else { return }
        #if canImport(Darwin)
        memset_s(address, memory.count, 0, memory.count)
        #else
        explicit_bzero(address, memory.count)
        #endif
    }

    /// The digest of a hash of bcrypt. Its last character has two bits without meaning, which others may have set, and so has the salt's.
    private static func digest(_ hash: [UInt8]) -> [UInt8] {
        guard let last = hash.last else { return [] }
        return hash.suffix(31).dropLast() + [CryptAlphabet.value(last).map { UInt8($0 & 0x3C) } ?? 0xFF]
    }
}

/// The alphabet of `crypt(3)`, of which phpass and others write their hashes too.
enum CryptAlphabet {
    static let characters = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    static func value(_ character: UInt8) -> Int? { characters.firstIndex(of: character) }

    /// A number of so many characters, the lowest six bits first.
    static func write(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { characters[number >> (6 * $0) & 63] } }
}
