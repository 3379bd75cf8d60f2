import Primitives
import UserFiles

/// Files with users: the first byte says the format, the second the length of the parts in which the rest comes. The records are the same
/// as in
/// one part, none is longer than the bound, and a user who is written is read again as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzUserFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard bytes.count > 2 else { return 0 }
    let formats = UserFileFormat.allCases
    let format = formats[Int(bytes[0]) % formats.count]
    let file = bytes[2...]
    let whole = UserFile.contents(file, parts: file.count, format)
    let parts = UserFile.contents(file, parts: Int(bytes[1]) + 1, format)
    precondition(whole.map(\.raw) == parts.map(\.raw), "the parts change the records")
    for item in whole {
        precondition(item.raw.bytes.count <= RecordBounds.record, "a record is longer than the bound")
        guard case .user(let user) = item.content else { continue }
        precondition((try? UserFileRecord(json: user.json))?.json == user.json, "a user who was written is read otherwise")
    }
    return 0
}
