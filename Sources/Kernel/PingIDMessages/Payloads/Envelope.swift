import DeviceMessages
import JOSE
import Primitives

/// Content sealed for one key (`ECDH-ES`, `A256GCM`), and marked with what it is.
enum Envelope {
    /// The longest sealed payload, in bytes.
    static let longest = 16 << 10
    private static let limits = JOSELimits(token: longest)

    static func seal(
        _ content: some Collection<UInt8>, type: String, for key: JWK, random: some RandomSource
    ) throws(DeviceError) -> String {
        do {
            let sealing = try SealingKey(key, algorithm: .ecdhES, encryption: .a256GCM)
            return try JWE.seal(content, with: sealing, header: ["typ": .string(type)], random: random)
        } catch { throw DeviceError(.publicKey, "the key can't be sealed for: \(error)") }
    }

    static func open(_ text: String, type: String, with keys: some OpeningKeySource) throws(DeviceError) -> [UInt8] {
        do { return try JWE.open(text, with: keys, requiring: ["typ": .string(type)], limits: limits).plaintext } catch {
            throw DeviceError(.payload, "it can't be opened: \(error.reason)")
        }
    }
}
