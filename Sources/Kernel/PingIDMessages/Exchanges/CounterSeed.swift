public import DeviceMessages
public import JOSE
import OneTimePassword
public import Primitives

/// The seed of an installation's passcodes: HOTP (RFC 4226) with SHA-256 and six digits. It goes to the device as a JWE.
public struct CounterSeed: Sendable, Equatable {
    /// The JWE's `typ`.
    public static let type = "pingid-passcode-seed+jwe"
    /// The number of digits of a passcode.
    public static let digits = 6
    /// The number of counters that the server looks ahead of the lowest one that it takes (RFC 4226 §7.4).
    public static let lookAhead = 10
    static let longestSealed = 2048

    /// 20 to 64 bytes; 32 where this server makes it.
    public var secret: Secret
    /// The counter of the first passcode.
    public var counter: UInt64

    /// Makes a seed of its members, which are taken unchecked. By default `counter` is 0.
    public init(secret: Secret, counter: UInt64 = 0) {
        self.secret = secret
        self.counter = counter
    }

    /// The passcode of a counter.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` for an empty secret.
    public func code(at counter: UInt64) throws(DeviceError) -> String { try generator().code(at: counter) }

    /// The counter that a passcode belongs to, at most ``lookAhead`` after the lowest one that is taken; nil when there is none.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` for an empty secret.
    public func verify(_ code: String, from counter: UInt64) throws(DeviceError) -> UInt64? {
        try generator().verify(code, from: counter, lookAhead: Self.lookAhead)
    }

    private func generator() throws(DeviceError) -> HOTP {
        do { return try HOTP(secret, algorithm: .sha256, digits: Self.digits) } catch {
            throw DeviceError(.malformed, "the seed makes no passcodes: \(error.reason)")
        }
    }

    /// The content of the JWE.
    public var json: JSONValue {
        [
            "secret": .string(secret.withBytes { Base64URL.encode($0) }), "algorithm": "SHA256",
            "counter": .integer(Int64(clamping: counter)),
        ]
    }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the seed")
        guard try members.text("algorithm") == "SHA256" else { throw members.wrong("algorithm", "SHA256") }
        guard let bytes = Base64URL.decode(try members.text("secret")), (20...64).contains(bytes.count) else {
            throw members.wrong("secret", "20 to 64 bytes in base64url")
        }
        guard let counter = try members.counter("counter") else { throw members.missing("counter") }
        self.init(secret: Secret(bytes: bytes), counter: counter)
    }

    /// Seals the seed for an installation's `enc` key (`ECDH-ES`, `A256GCM`).
    /// - Throws: ``/DeviceMessages/DeviceError/Code/publicKey`` when the key is none to seal for.
    public func sealed(for key: JWK, random: some RandomSource) throws(DeviceError) -> String {
        try Envelope.seal(json.encoded, type: Self.type, for: key, random: random)
    }

    /// Opens what ``sealed(for:random:)`` gave.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/payload`` when it wasn't sealed for this key;
    ///   ``/DeviceMessages/DeviceError/Code/malformed`` for another content.
    public init(sealed text: String, with key: some OpeningKeySource) throws(DeviceError) {
        let content = try Envelope.open(text, type: Self.type, with: key)
        guard let json = try? JSONValue(parsing: content) else { throw DeviceError(.malformed, "the passcode's seed is no JSON") }
        try self.init(json: json)
    }
}
