package import Foundation
import Primitives
package import ResourceMessages

/// A piece of collected data, as the platform's `verifiedData` has it.
package struct VerifiedDatum: Sendable, Equatable {
    package var id = UUID()
    package var type = VerifiedDataType.governmentID
    /// The content: of images and barcodes base64 (RFC 4648 §4), of fields their JSON; empty in a list.
    package var data = ""
    package var created = Date(timeIntervalSince1970: 0)
    /// The submission that it came with, from 1.
    package var attempt = 1

    package init() {}
}

extension VerifiedDatum: Shaped {
    package static let shapeName = "VerifiedData"
    package static let members: [Member<Self>] = [
        Member("id", \.id, .id, .readOnly), Member("type", \.type, .choice, .readOnly),
        Member("data", \.data, .lines(0...12_000_000), .readOnly).unless(\.data.isEmpty), Member("createdAt", \.created, .time, .readOnly),
        Member("retryAttempt", \.attempt, .integer(1...4), .readOnly),
    ]
}
