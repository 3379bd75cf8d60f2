import AMFormat
import JourneyModel
import JourneyTransfer
import Primitives

/// A file to import, of any form: what is exported from it is imported as the same journeys with the same that belongs to them, and exported as
/// the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImport(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let read = JourneyImport([ImportFile(path: "fuzz.json", bytes: bytes)])
    guard !read.journeys.isEmpty else { return 0 }
    let first = exported(read)
    let again = JourneyImport([ImportFile(path: "again.json", bytes: first)])
    precondition(again.journeys.count == read.journeys.count, "a journey that was exported is not imported")
    let second = exported(again)
    let third = JourneyImport([ImportFile(path: "third.json", bytes: second)])
    precondition(third.journeys.map(\.json) == again.journeys.map(\.json), "import, export and import give another journey")
    precondition(exported(third) == second, "and other bytes")
    return 0
}

private func exported(_ read: JourneyImport) -> [UInt8] {
    JourneyExport(scripts: read.scripts, templates: read.templates, providers: read.providers.map(\.provider), carried: read.carried)
        .file(read.journeys).encoded
}
