import Primitives

/// A word as it was read from print: a hint, never a fact.
public struct PrintedWord: Sendable, Equatable {
    /// The word as the reader gives it.
    public var text: String
    /// The reader's own confidence: 0 to 100.
    public var confidence: Double
    /// The place of the word.
    public var box: ImageBox

    /// Makes a word of its members, which are taken unchecked.
    public init(_ text: String, confidence: Double, box: ImageBox) {
        self.text = text
        self.confidence = confidence
        self.box = box
    }

    var json: JSONValue { ["text": .string(text), "confidence": .number(confidence), "box": box.json] }

    init(_ fields: MessageFields) throws(VisionMessageError) {
        self.init(
            try fields.text("text", upTo: VisionMessageLimits.wordBytes), confidence: try fields.number("confidence", in: 0...100),
            box: try ImageBox(fields, "box"))
    }
}
