import JourneyEngine
import Primitives

/// A file to import, of any form: what is exported from it is imported as the same journeys and scripts, and exported as the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImport(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let read = JourneyImport([ImportFile(path: "fuzz.json", bytes: bytes)])
    guard !read.journeys.isEmpty else { return 0 }
    let export = JourneyExport(scripts: read.scripts, carried: read.carried)
    let exported = export.file(read.journeys).encoded
    let again = JourneyImport([ImportFile(path: "again.json", bytes: exported)])
    precondition(again.journeys.count == read.journeys.count, "a journey that was exported is not imported")
    let second = JourneyExport(scripts: again.scripts, carried: again.carried).file(again.journeys).encoded
    let third = JourneyImport([ImportFile(path: "third.json", bytes: second)])
    precondition(third.journeys.map(\.json) == again.journeys.map(\.json), "import, export and import give another journey")
    precondition(
        JourneyExport(scripts: third.scripts, carried: third.carried).file(third.journeys).encoded == second, "and other bytes")
    return 0
}
