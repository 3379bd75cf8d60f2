import IdentityDocuments
import Primitives

/// Payloads of licences: what is read is bounded, formats to the same as its format, and written again is read the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLicence(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let read = try? LicencePayload(parsing: bytes) else { return 0 }
    for subfile in read.subfiles {
        precondition(subfile.range.upperBound <= bytes.count, "a subfile ends beyond the payload")
        for element in subfile.elements { precondition(element.range.upperBound <= bytes.count, "an element ends beyond the payload") }
    }
    for finding in read.findings { precondition(finding.range.upperBound <= bytes.count, "a finding is beyond the payload") }
    let formatted = read.fields.formatted
    precondition(formatted.formatted == formatted, "formatting twice changes more")
    again(read)
    return 0
}

/// Elements that are written again are read as they were.
private func again(_ read: LicencePayload) {
    guard let subfile = read.subfiles.first(where: { !$0.isOfJurisdiction && !$0.elements.isEmpty }),
        subfile.elements.allSatisfy({ $0.value.isPlainASCII })
    else { return }
    let elements = subfile.elements.map { LicenceDraft.Element($0.id, $0.value) }
    let draft = LicenceDraft(
        version: read.header.version, issuerNumber: read.header.issuerNumber ?? 0,
        subfiles: [LicenceDraft.Subfile(type: subfile.type, elements: elements)])
    guard let bytes = try? draft.bytes() else { return }
    let second = try? LicencePayload(parsing: bytes)
    precondition(second?.subfiles.first?.elements.map(\.value) == subfile.elements.map(\.value), "what was written is read otherwise")
}
