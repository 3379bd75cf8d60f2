import IdentityDocuments
import Primitives

/// Zones as text, and as cells of candidates: what is read is repaired within its places, and reads the same again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzZone(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let today = CalendarDate(year: 2026, month: 11, day: 28) else { return 0 }
    if let read = try? MachineReadableZone(parsing: bytes, today: today) { check(read, today) }
    for format in ZoneFormat.allCases {
        if let read = try? MachineReadableZone(cells: cells(bytes, format), today: today) { check(read, today) }
    }
    if let name = String(foreign: bytes.prefix(256)) {
        _ = try? NameTransliteration.characters(of: name)
        _ = ZoneName(primary: ["AB"], secondary: ["C"], mayBeTruncated: true).matches(primary: name, secondary: name)
    }
    return 0
}

private func check(_ read: MachineReadableZone, _ today: CalendarDate) {
    precondition(read.lines.count == read.format.lines && read.lines.allSatisfy { $0.utf8.count == read.format.columns }, "other lines")
    // Repairs may have made a form of one State of it, which is refused as text.
    let again = try? MachineReadableZone(parsing: Array(read.lines.joined(separator: "\n").utf8), today: today)
    if read.allChecksHold, let again {
        precondition(again.lines == read.lines && again.allChecksHold, "what was accepted is read otherwise")
    }
    for repair in read.repairs { precondition(repair.read != repair.used, "a repair of nothing") }
}

/// The cells of a format: bytes are characters and, in pairs, a runner-up with its distance.
private func cells(_ bytes: [UInt8], _ format: ZoneFormat) -> [[[ZoneCandidate]]] {
    func byte(_ index: Int) -> Int { bytes.isEmpty ? 0 : Int(bytes[index % bytes.count]) }
    return (0..<format.lines).map { line in
        (0..<format.columns).map { column in
            let place = 2 * (line * format.columns + column)
            return [byte(place), byte(place + 1)].enumerated().compactMap { rank, byte in
                ZoneCharacter(index: byte % ZoneCharacter.count).map { ZoneCandidate($0, logProbability: -Double(rank)) }
            }
        }
    }
}
