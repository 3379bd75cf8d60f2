import ScriptMessages
import WorkerMessages

/// Frames come out the same however they are cut, and a message that is read is written and read again the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzScriptFrames(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    var whole = FrameBuffer(longest: ScriptMessageLimits.longest)
    var cut = FrameBuffer(longest: ScriptMessageLimits.longest)
    whole.append(input)
    for byte in input { cut.append(CollectionOfOne(byte)) }
    while true {
        let (frame, same) = (try? whole.next(), try? cut.next())
        precondition(frame == same, "a frame that is cut is another")
        guard let frame else { return 0 }
        if let report = try? ScriptReport(frame: frame) {
            precondition((try? ScriptReport(json: report.json)) == report, "a report is read otherwise than it was written")
        }
        if let order = try? ScriptOrder(frame: frame) {
            precondition((try? ScriptOrder(json: order.json)) == order, "an order is read otherwise than it was written")
        }
    }
}
