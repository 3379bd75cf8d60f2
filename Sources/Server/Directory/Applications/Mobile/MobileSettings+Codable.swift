import Primitives
import ResourceMessages

/// Stored as the same JSON that is told: without the keys.
extension MobileSettings: Codable {
    package init(from decoder: any Decoder) throws {
        do { try self.init(stored: JSONValue(from: decoder)) } catch let error as ShapeError {
            throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.description))
        }
    }

    package func encode(to encoder: any Encoder) throws { try JSONValue.object(json).encode(to: encoder) }
}
