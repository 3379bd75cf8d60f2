import Authenticator
import OneTimePassword
import Primitives

/// What brings accounts into an authenticator: open files of every format, and backups, their seal and what is beneath it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAccountList(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for format in [nil] + AccountList.Format.allCases {
        guard let list = try? AccountList(bytes, as: format) else { continue }
        for form in AccountList.Format.allCases {
            guard let written = try? list.encoded(as: form) else { continue }
            guard let read = try? AccountList(written, as: form) else { preconditionFailure("what was written can't be read") }
            precondition(read.accounts.count + read.skipped.count == list.accounts.count, "an account was lost")
        }
    }
    _ = BackupContents.isBackup(bytes)
    if let contents = try? BackupContents(bytes) {
        precondition((try? BackupContents(contents.encoded))?.accounts == contents.accounts, "what was written are other accounts")
    }
    return 0
}
