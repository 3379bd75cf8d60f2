import JourneyMessages
import Primitives

/// A step as a client sends it: what is read is written again, read from that the same, and answers the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStepBody(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let json = try? JSONValue(parsing: bytes, limits: StepLimits.json), let step = try? Step(json: json) else { return 0 }
    guard let again = try? Step(json: step.json) else { fatalError("a step that was written is not read") }
    precondition(again == step, "what is read differs from what was written")
    let answers = Answers(step)
    precondition(Answers(again) == answers, "the same step has other answers")
    for (index, callback) in step.callbacks.enumerated() {
        precondition(again.callbacks[index].kind == callback.kind, "the same callback is of another kind")
        _ = answers[index].flatMap(Callback.index)
    }
    return 0
}
