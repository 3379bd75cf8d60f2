import Foundation
import JOSE
import Primitives
import TestVectors

/// A file of vectors under `Tests/Support/TestVectors/Files/jose`.
func vectors(_ name: String) -> JSONValue {
    do { return try JSONValue(parsing: [UInt8](TestVectors.data("jose/\(name).json"))) } catch { fatalError("\(name): \(error)") }
}

extension JSONValue {
    var elements: [JSONValue] { array ?? [] }
    func text(_ name: String) -> String { self[name]?.string ?? "" }
    func base64(_ name: String) -> [UInt8] { Base64URL.decode(text(name)) ?? [] }
    func hex(_ name: String) -> [UInt8] { [UInt8](hex: text(name)) }
    func key(_ name: String = "key") throws -> JWK { try JWK(self[name]?.object ?? JSONObject()) }
    func keys() throws -> [JWK] { try (self["keys"]?.elements ?? []).map { try JWK($0.object ?? JSONObject()) } }
}

extension [UInt8] {
    init(hex: String) {
        self = stride(from: 0, to: hex.count, by: 2).compactMap { offset in
            let start = hex.index(hex.startIndex, offsetBy: offset)
            return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
        }
    }
}
