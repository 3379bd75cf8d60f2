import Primitives
import ResourceMessages

extension Form where Value == String {
    /// A text of so many bytes.
    static func bytes(_ length: ClosedRange<Int>) -> Form {
        let lines = Form.lines(length)
        return Form(lines.shape) { json, reading in
            guard let text = lines.read(json, &reading) else { return nil }
            guard length.contains(text.utf8.count) else {
                reading.refuse(.invalid, "it has \(length.lowerBound) to \(length.upperBound) bytes", range: length)
                return nil
            }
            return text
        } write: {
            lines.write($0)
        }
    }
}
