import Primitives

/// The hash parameters of a Firebase project, which its console shows and its exports don't have.
package struct FirebaseParameters: Sendable, Equatable {
    let signerKey: [UInt8]
    let saltSeparator: [UInt8]
    /// scrypt's block size.
    let rounds: Int
    /// log2 of scrypt's N.
    let memoryCost: Int

    /// Reads the parameters as the console shows them: key and separator in base64, of either alphabet.
    /// - Throws: ``HashError`` for a parameter out of its bounds: 1 to 8 rounds, a memory cost of 1 to 14, a key of 64 bytes.
    package init(signerKey: String, saltSeparator: String, rounds: Int, memoryCost: Int) throws(HashError) {
        self.signerKey = try Self.base64(signerKey, "the signer key")
        self.saltSeparator = try Self.base64(saltSeparator, "the salt separator")
        guard self.signerKey.count == 64 else { throw HashError(.malformed, "the signer key has \(self.signerKey.count) bytes and not 64") }
        try HashText.require(rounds, in: HashBounds.firebaseBlockSize, "the number of rounds")
        try HashText.require(memoryCost, in: HashBounds.firebaseCost, "the memory cost")
        self.rounds = rounds
        self.memoryCost = memoryCost
    }

    static func base64(_ text: String, _ what: String) throws(HashError) -> [UInt8] {
        guard text.utf8.count <= HashBounds.text.upperBound else { throw HashText.malformed(what) }
        let standard = text.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0 }
        return try HashText.base64(standard.part, what)
    }
}

extension ForeignHash {
    /// Reads a hash of a Firebase project's own scrypt. A hash of another project reads as well, and is never a password's.
    /// - Throws: ``HashError``.
    package init(firebase hash: String, salt: String, _ project: FirebaseParameters) throws(HashError) {
        let bytes = try FirebaseParameters.base64(hash, "the hash")
        guard bytes.count == 64 else { throw HashError(.malformed, "the hash has \(bytes.count) bytes and not 64") }
        self.init(
            try Self.firebase(
                memoryCost: project.memoryCost, rounds: project.rounds,
                salt: try FirebaseParameters.base64(salt, "the salt") + project.saltSeparator,
                stream: zip(bytes, project.signerKey).map { $0 ^ $1 }))
    }
}
