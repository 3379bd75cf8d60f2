import Crypto
import Primitives

/// The two files of a vault on the disk, and their sealing.
///
/// The table is sealed whole with AES-256-GCM, the header as authenticated data: so the names and number of the records are
/// hidden too, and no record of an older state can be put back beside newer ones. A second file remembers the newest
/// generation, so that an older copy of the first, put back alone, is seen. (An attacker who puts both back wins; only
/// hardware could tell.)
struct VaultFile {
    let path: String
    private var witnessPath: String { "\(path).generation" }

    struct Contents {
        var header: VaultHeader
        var table: VaultTable
    }

    /// The header, before any key is known; nil for a new vault.
    func header() throws(StoreError) -> VaultHeader? {
        guard let bytes = try PrivateFile.read(path) else { return nil }
        return try split(bytes).header
    }

    /// Opens the vault; nil when it was never written.
    func read(with key: SymmetricKey) throws(StoreError) -> Contents? {
        let witness = try witness(with: key)
        guard let bytes = try PrivateFile.read(path) else {
            guard witness == nil else { throw StoreError(.rolledBack, "the vault \(path) is gone; delete \(witnessPath) to start anew") }
            return nil
        }
        let (header, line, sealed) = try split(bytes)
        guard let table = open(sealed, with: key, header: line).flatMap(VaultTable.init(encoded:)) else {
            throw StoreError(.tampered, "the vault \(path) was changed, or its key or passphrase is another one")
        }
        try check(header, against: witness)
        return Contents(header: header, table: table)
    }

    /// Writes the vault, and then that it did.
    func write(_ contents: Contents, with key: SymmetricKey, random: any RandomSource) throws(StoreError) {
        let line = contents.header.encoded
        try PrivateFile.replace(path, with: line + [10] + (try seal(contents.table.encoded, with: key, header: line, random: random)))
        try PrivateFile.replace(witnessPath, with: line + [10] + (try seal([], with: key, header: line, random: random)))
    }

    private func check(_ header: VaultHeader, against witness: VaultHeader?) throws(StoreError) {
        // The first write of a vault may have been cut off before its witness; no later one.
        let newest = witness ?? VaultHeader(vault: header.vault, salt: header.salt, generation: header.generation == 1 ? 1 : .max)
        guard newest.vault == header.vault, newest.generation <= header.generation else {
            throw StoreError(.rolledBack, "the vault \(path) is older than what was last written; restore it with \(witnessPath)")
        }
    }

    private func witness(with key: SymmetricKey) throws(StoreError) -> VaultHeader? {
        guard let bytes = try PrivateFile.read(witnessPath) else { return nil }
        let (header, line, sealed) = try split(bytes)
        guard open(sealed, with: key, header: line) == [] else {
            throw StoreError(.tampered, "\(witnessPath) was changed, or the vault's key or passphrase is another one")
        }
        return header
    }

    private func split(_ bytes: [UInt8]) throws(StoreError) -> (header: VaultHeader, line: [UInt8], sealed: [UInt8]) {
        guard let end = bytes.firstIndex(of: 10), let header = VaultHeader(encoded: bytes[..<end]) else {
            throw StoreError(.unreadable, "\(path) is not a vault, or one of a newer version")
        }
        return (header, Array(bytes[..<end]), Array(bytes[(end + 1)...]))
    }

    private func seal(
        _ open: [UInt8], with key: SymmetricKey, header: [UInt8], random: any RandomSource
    ) throws(StoreError) -> [UInt8] {
        do {
            let nonce = try AES.GCM.Nonce(data: random.bytes(12))
            let box = try AES.GCM.seal(open, using: key, nonce: nonce, authenticating: header)
            return Array(box.nonce) + box.ciphertext + box.tag
        } catch {
            throw StoreError(.io, "the vault \(path) could not be sealed: \(error)")
        }
    }

    private func open(_ sealed: [UInt8], with key: SymmetricKey, header: [UInt8]) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return (try? AES.GCM.open(box, using: key, authenticating: header)).map { Array($0) }
    }
}
