import CommandChannel
import Foundation
import Primitives
import QRImages

/// The text of a visual code, as a customer's server has it drawn and as an app reads it: what is drawn is bounded, and what is read as a command
/// is the command that was drawn.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzVisualCode(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    if let code = try? QRCode(text) {
        precondition(text.utf8.count <= 1000 && code.size <= 177, "a code that is larger than codes are")
        precondition(code.svg.utf8.count < 1 << 20, "a drawing without end")
        if bytes.first.map({ $0 & 15 == 0 }) == true { precondition((try? code.png())?.isEmpty == false, "a code without an image") }
    }
    guard let command = try? CommandEnvelope(text) else { return 0 }
    // An app may read either letters, and the text that the server writes is one of them.
    precondition((try? CommandEnvelope(text.uppercased())) == command && (try? CommandEnvelope(text.lowercased())) == command)
    precondition(command.text == text.lowercased(), "a command is written otherwise than it was read")
    return 0
}
