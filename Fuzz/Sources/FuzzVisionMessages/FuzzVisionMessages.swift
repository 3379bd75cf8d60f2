import Primitives
import VisionMessages
import WorkerMessages

/// Two frames, as a message is, of either side: one that is read is written and read again the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzVisionMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var buffer = FrameBuffer(longest: VisionMessageLimits.longestFrame)
    buffer.append(UnsafeBufferPointer(start: start, count: count))
    guard let head = try? buffer.next() else { return 0 }
    let attachment = (try? buffer.next()) ?? []
    if let request = try? VisionRequest(head: head, image: attachment) {
        precondition(
            (try? VisionRequest(head: request.json.encoded, image: request.image)) == request,
            "a request is read otherwise than it was written")
    }
    if let answer = try? VisionAnswer(head: head, attachment: attachment) {
        precondition(
            (try? VisionAnswer(head: answer.json.encoded, attachment: answer.attachment)) == answer,
            "an answer is read otherwise than it was written")
    }
    return 0
}
