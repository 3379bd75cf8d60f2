import Crypto
public import Primitives

/// Keeps secrets in an encrypted file (AES-256-GCM), for systems without a key store of their own.
///
/// A write replaces the file durably, so a crash leaves the former contents or the new ones. Changes to the file, and older
/// copies of it, are detected. Several processes may use one vault at a time; calls last as long as a small file takes.
///
/// ```swift
/// let vault = try FileVault("/home/demo/.local/state/app/vault", key: .file("/home/demo/.local/state/app/key"))
/// ```
public actor FileVault: SecureStore {
    private let file: VaultFile
    private let key: SymmetricKey
    private let random: any RandomSource
    /// The newest generation that this process saw: a copy older than that is refused even with its witness.
    private var newest: Int64 = 0

    /// Opens a vault, or makes one when the file is missing. Throws ``StoreError`` when the file is not a vault, was tampered
    /// with, or the key does not fit.
    public init(_ path: String, key: VaultKey) throws(StoreError) { try self.init(path, key: key, random: SystemRandom()) }

    package init(_ path: String, key source: VaultKey, random: any RandomSource) throws(StoreError) {
        try PrivateFile.makeDirectory(of: path)
        let file = VaultFile(path: path)
        let key = try PrivateFile.locked("\(path).lock") { () throws(StoreError) in
            try Self.open(file, with: source, random: random)
        }
        self.file = file
        self.key = key
        self.random = random
    }

    /// Settles salt and key under the lock, so that two processes that start at once agree on them.
    private static func open(
        _ file: VaultFile, with source: VaultKey, random: any RandomSource
    ) throws(StoreError) -> SymmetricKey {
        let salt = source.isPassphrase ? random.bytes(16) : []
        let known = try file.header()
        let header = known ?? VaultHeader(vault: random.token(16), salt: salt, generation: 0)
        let key = try source.derive(salt: header.salt, random: random)
        if try file.read(with: key) == nil {
            var first = header
            first.generation = 1
            try file.write(VaultFile.Contents(header: first, table: VaultTable()), with: key, random: random)
        }
        return key
    }

    /// Reads a value from the file; nil when there is none.
    /// - Throws: ``StoreError`` when the file can't be read or opened.
    public func get(_ key: StoreKey) throws(StoreError) -> Secret? { try contents().table[key] }
    /// Stores a value, replacing an earlier one, and writes the file.
    /// - Throws: ``StoreError`` when the file can't be read or written.
    public func set(_ value: Secret, for key: StoreKey) throws(StoreError) { try change { $0[key] = value } }
    /// Removes a value and writes the file; removing none is no error.
    /// - Throws: ``StoreError`` when the file can't be read or written.
    public func delete(_ key: StoreKey) throws(StoreError) { try change { $0[key] = nil } }
    /// The names of the keys of a service, sorted.
    /// - Throws: ``StoreError`` when the file can't be read or opened.
    public func keys(in service: String) throws(StoreError) -> [String] { try contents().table.names(in: service) }

    private func change(_ edit: (inout VaultTable) -> Void) throws(StoreError) {
        try PrivateFile.locked("\(file.path).lock") { () throws(StoreError) in
            var contents = try contents()
            let before = contents.table
            edit(&contents.table)
            guard contents.table != before else { return }
            contents.header.generation += 1
            try file.write(contents, with: key, random: random)
            newest = contents.header.generation
        }
    }

    /// The newest contents, which another process may have written. The witness is written after the vault, so a reader
    /// between the two sees a newer vault, never an older one.
    private func contents() throws(StoreError) -> VaultFile.Contents {
        guard let contents = try file.read(with: key) else {
            throw StoreError(.rolledBack, "the vault \(file.path) was deleted while in use")
        }
        guard contents.header.generation >= newest else {
            throw StoreError(.rolledBack, "the vault \(file.path) is older than what this process saw")
        }
        newest = contents.header.generation
        return contents
    }
}
