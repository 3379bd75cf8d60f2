import JourneyModel

/// A journey's file in our own form: one that is read is stored, and written as YAML, so that the same is read again; it can be
/// drawn, checked and exported.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJourneyFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    _ = JourneyCheck(text: text)
    guard let journey = try? JourneyDefinition(text: text) else { return 0 }
    guard let again = try? JourneyDefinition(json: journey.json) else { fatalError("a journey that was stored is not read") }
    precondition(again.json == journey.json, "what is read differs from what was stored")
    _ = JourneySVG(journey).text
    guard let yaml = try? journey.yaml(), yaml.utf8.count <= JourneyLimits.file.bytes else { return 0 }
    guard let read = try? JourneyDefinition(text: yaml) else { fatalError("a journey that was written as YAML is not read") }
    precondition(read.json == journey.json, "what is read differs from what was written as YAML")
    return 0
}
