import DeviceMessages
import JOSE
import Primitives

/// Content sealed for one key (`ECDH-ES`, `A256GCM`), and marked with what it is.
enum Envelope {
    /// The longest that a server opens, in bytes.
    static let longest = 16 << 10

    static func seal(
        _ content: some Collection<UInt8>, type: String, for key: JWK, random: some RandomSource
    ) throws(DeviceError) -> String {
        do {
            let sealing = try SealingKey(key, algorithm: .ecdhES, encryption: .a256GCM)
            return try JWE.seal(content, with: sealing, header: ["typ": .string(type)], random: random)
        } catch { throw DeviceError(.publicKey, "the key can't be sealed for: \(error)") }
    }

    /// - Parameter longest: the number of bytes that the text may have.
    static func open(
        _ text: String, type: String, with keys: some OpeningKeySource, atMost longest: Int = longest
    ) throws(DeviceError) -> [UInt8] {
        let limits = JOSELimits(token: longest)
        do { return try JWE.open(text, with: keys, requiring: ["typ": .string(type)], limits: limits).plaintext } catch {
            throw DeviceError(.payload, "it can't be opened: \(error.reason)")
        }
    }
}
