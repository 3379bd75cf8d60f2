import Authenticator
import Primitives

/// The file of a backup: its header, what it seals, and the accounts inside.
///
/// The input is taken three ways: as a file; as a file's parts beneath a right digest, since no mutation finds one; and as contents that
/// are sealed and opened again. Scrypt's cost isn't the file's to choose; here it is next to none.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBackup(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let backup = try? SealedBackup(file: bytes) { checkRead(backup) }
    precondition(BackupContents.isBackup(bytes) == ((try? SealedBackup(file: bytes)) != nil))
    if let parts = parts(bytes) {
        // Parts of wrong lengths make a file that isn't read.
        if let backup = try? SealedBackup(file: parts.file) {
            precondition(backup == parts)
            checkRead(backup)
        }
    }
    checkContents(bytes)
    checkSealing(bytes)
    return 0
}

private let passphrase = Secret("correct horse battery")
private let rounds = 2

/// A backup that was read is written as it was, and opens to nothing but contents or one clear error.
private func checkRead(_ backup: SealedBackup) {
    precondition((try? SealedBackup(file: backup.file)) == backup, "what was written is another backup")
    do throws(AuthenticatorError) { checkContents(try backup.open(passphrase, rounds: rounds)) } catch {
        precondition(error.code == .passphrase)
    }
}

private func checkContents(_ bytes: [UInt8]) {
    do throws(AuthenticatorError) {
        let contents = try BackupContents(bytes)
        precondition(contents.accounts.allSatisfy { !$0.isLocked }, "a lock came along")
        precondition((try? BackupContents(contents.encoded))?.accounts == contents.accounts, "what was written are other accounts")
    } catch { precondition(error.code == .backup) }
}

/// A sealed backup is opened by its passphrase, and by no other.
private func checkSealing(_ bytes: [UInt8]) {
    guard let sealed = try? SealedBackup(bytes, passphrase: passphrase, rounds: rounds, random: SeededRandom(seed: 1)),
        let read = try? SealedBackup(file: sealed.file)
    else { preconditionFailure("what was sealed can't be read") }
    precondition(read == sealed && (try? read.open(passphrase, rounds: rounds)) == bytes, "other contents were opened")
    precondition((try? read.open(Secret("incorrect horse"), rounds: rounds)) == nil, "any passphrase opens it")
}

private func parts(_ bytes: [UInt8]) -> SealedBackup? {
    guard let json = try? JSONValue(parsing: bytes) else { return nil }
    let parts = ["salt", "nonce", "sealed"].compactMap { json[$0]?.string.flatMap { Base64URL.decode($0) } }
    return parts.count == 3 ? SealedBackup(salt: parts[0], nonce: parts[1], sealed: parts[2]) : nil
}
