public import Primitives

/// The answer of the program that reads images. The server believes its form, not its content: an image may have taken the program over.
///
/// On the pipe it is two frames: the JSON of ``json``, and ``VisionReport/portrait``, empty when there is none.
public enum VisionAnswer: Sendable, Equatable {
    /// The image was decoded, and this was read from it.
    case read(VisionReport)
    /// The image is none that is taken.
    case refused(ImageRefusal)

    /// The first frame's content.
    public var json: JSONValue {
        switch self {
        case .read(let report): ["read": report.json]
        case .refused(let refusal): ["refused": ["code": .string(refusal.code.rawValue), "reason": .string(refusal.reason)]]
        }
    }

    /// The second frame's content.
    public var attachment: [UInt8] {
        if case .read(let report) = self { report.portrait ?? [] } else { [] }
    }

    /// Reads both frames' contents.
    /// - Throws: ``VisionMessageError/Code/malformed``.
    public init(head: [UInt8], attachment: [UInt8]) throws(VisionMessageError) {
        let json = try VisionMessageLimits.json(head)
        if let report = json["read"] {
            self = .read(try VisionReport(MessageFields(report), portrait: attachment))
        } else if let refusal = json["refused"] {
            let fields = MessageFields(refusal)
            guard let code = ImageRefusal.Code(exactly: try fields.text("code", upTo: 40)) else {
                throw VisionMessageError(.malformed, "an unknown refusal")
            }
            self = .refused(ImageRefusal(code, try fields.text("reason", upTo: 500)))
        } else {
            throw VisionMessageError(.malformed, "an answer without a report or a refusal")
        }
    }
}
