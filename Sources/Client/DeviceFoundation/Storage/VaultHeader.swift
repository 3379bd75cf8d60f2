import Primitives

/// The open first line of a vault's file, authenticated together with what is sealed.
struct VaultHeader: Equatable {
    /// Random, so that the parts of two vaults can't be exchanged.
    let vault: String
    /// The salt of a passphrase; empty for a key file.
    let salt: [UInt8]
    /// Counts the writes.
    var generation: Int64

    private static let format = "gatehouse-vault-1"

    /// The line without its end.
    var encoded: [UInt8] {
        let object: JSONObject = [
            "format": .string(Self.format), "vault": .string(vault), "salt": .string(Base64URL.encode(salt)),
            "generation": .integer(generation),
        ]
        return JSONValue.object(object).encoded
    }

    init(vault: String, salt: [UInt8], generation: Int64) {
        self.vault = vault
        self.salt = salt
        self.generation = generation
    }

    init?(encoded bytes: some Collection<UInt8>) {
        guard let json = try? JSONValue(parsing: bytes), json["format"]?.string == Self.format,
            let vault = json["vault"]?.string, let salt = json["salt"]?.string.flatMap({ Base64URL.decode($0) }),
            let generation = json["generation"]?.integer
        else { return nil }
        self.init(vault: vault, salt: salt, generation: generation)
    }
}
