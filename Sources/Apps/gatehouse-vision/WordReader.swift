import CVision
import Primitives
import VisionMessages

/// Reads printed words, if the languages' data are installed.
struct WordReader {
    /// The time that reading may take, in milliseconds.
    private static let milliseconds: Int32 = 3000

    private let reader: OpaquePointer?
    private let languages: String

    init(languages: String) {
        self.languages = languages
        reader = vision_open_text_reader(languages)
    }

    func words(in image: DecodedImage) -> VisionResult<[PrintedWord]> {
        guard let reader else { return .notAvailable("Tesseract has no data for the languages \(languages).") }
        var found = [vision_word](repeating: vision_word(), count: VisionMessageLimits.words)
        var count = 0
        let status = image.with { vision_read_words(reader, $0, Self.milliseconds, &found, found.count, &count) }
        guard status == VISION_OK else { return .notAvailable("Tesseract failed on this image.") }
        return .done(found.prefix(count).compactMap(PrintedWord.init))
    }
}

extension PrintedWord {
    /// Nil for a word whose text isn't well-formed.
    fileprivate init?(_ word: vision_word) {
        let bytes = withUnsafeBytes(of: word.text) { Array($0.prefix(word.count)) }
        guard let text = String(foreign: bytes) else { return nil }
        self.init(
            text, confidence: min(max(Double(word.confidence), 0), 100),
            box: ImageBox(left: Int(word.left), top: Int(word.top), width: Int(word.width), height: Int(word.height)))
    }
}
