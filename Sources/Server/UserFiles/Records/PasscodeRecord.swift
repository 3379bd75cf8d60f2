package import OneTimePassword
package import Primitives

/// The seed of an authenticator app, as a file has one (RFC 4226, RFC 6238).
package struct PasscodeRecord: Sendable, Equatable {
    package let secret: Secret
    package let algorithm: HashAlgorithm
    /// The number of digits, 6 to 8.
    package let digits: Int
    /// The time step in seconds; nil for an app that counts.
    package let period: Int?
    /// The counter of the next code of an app that counts.
    package let counter: Int64

    /// - Throws: ``RecordError`` for values that no app has.
    package init(
        secret: [UInt8], algorithm: HashAlgorithm = .sha1, digits: Int64 = 6, period: Int64?, counter: Int64 = 0
    ) throws(RecordError) {
        guard (8...128).contains(secret.count) else { throw RecordError("passcodes", "a secret has \(secret.count) bytes") }
        guard (6...8).contains(digits), (10...300).contains(period ?? 30), counter >= 0 else {
            throw RecordError("passcodes", "the digits, the period or the counter are out of range")
        }
        self.secret = Secret(bytes: secret)
        self.algorithm = algorithm
        self.digits = Int(digits)
        self.period = period.map { Int($0) }
        self.counter = counter
    }

    /// Reads ``json``.
    init(json: JSONValue) throws(RecordError) {
        guard let text = json["secret"]?.string, text.utf8.count <= 256, let secret = Base32.decode(text) else {
            throw RecordError("passcodes", "a secret isn't in Base32")
        }
        guard let algorithm = HashAlgorithm(exactly: json["algorithm"]?.string ?? "sha1") else {
            throw RecordError("passcodes", "the algorithm is none of sha1, sha256, sha384 and sha512")
        }
        let counter = json["counter"]?.integer
        try self.init(
            secret: secret, algorithm: algorithm, digits: json["digits"]?.integer ?? 6,
            period: counter == nil ? json["period"]?.integer ?? 30 : nil, counter: counter ?? 0)
    }

    /// The seed as JSON lines have it, the secret in Base32.
    package var json: JSONValue {
        var json: JSONObject = [
            "secret": .string(secret.withBytes { Base32.encode(Array($0)) }), "algorithm": .string(algorithm.rawValue),
            "digits": .integer(Int64(digits)),
        ]
        if let period { json["period"] = .integer(Int64(period)) } else { json["counter"] = .integer(counter) }
        return .object(json)
    }
}
