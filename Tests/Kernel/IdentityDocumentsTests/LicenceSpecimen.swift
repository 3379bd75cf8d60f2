import Foundation
import IdentityDocuments
import Primitives
import TestVectors
import Testing

/// A payload of the vectors, with what a reader of it finds.
struct LicenceSpecimen: Decodable, Sendable, CustomTestStringConvertible {
    struct Subfile: Decodable, Sendable {
        let type: String
        let elements: [[String]]
    }

    let name: String
    let payload: String
    let version: Int
    let issuer: String
    let jurisdiction: String
    let subfiles: [Subfile]
    let fields: [String: String]
    let data: [String: String]

    var testDescription: String { name }
    var bytes: [UInt8] { payload.unicodeScalars.map { UInt8($0.value) } }

    static let all: [LicenceSpecimen] = {
        let file = try? TestVectors.data("documents/licences.json")
        return file.flatMap { try? JSONDecoder().decode([LicenceSpecimen].self, from: $0) } ?? []
    }()

    static func named(_ name: String) -> [UInt8] { all.first { $0.name == name }?.bytes ?? [] }
}

/// Bytes with the first occurrence of a text replaced, for a payload with one deviation.
func replacing(_ old: String, with new: String, in bytes: [UInt8]) -> [UInt8] {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: old) }) else { return [] }
    return Array(bytes[..<place]) + new + Array(bytes[(place + old.count)...])
}

extension LicencePayload {
    var kinds: Set<LicenceFindingKind> { Set(findings.map(\.kind)) }
}
