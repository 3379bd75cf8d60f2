import Foundation
import HTTPBase
import PageHTTP

/// Forms with files: a field is a part of the body, and its value is the text of its bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMultipart(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let body = Data(UnsafeBufferPointer(start: start, count: count))
    guard let form = try? MultipartForm(parsing: body, boundary: "edge") else { return 0 }
    for name in ["csrf", "token", "picture"] {
        let file = form.file(name) ?? []
        precondition(file.count < count, "a field is longer than the body")
        guard let value = try? form.value(name) else { continue }
        precondition(value.utf8.elementsEqual(file), "a value is another text than its bytes")
    }
    return 0
}
