import OneTimePassword

/// The open files by which accounts move between authenticators, in every format.
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
    return 0
}
