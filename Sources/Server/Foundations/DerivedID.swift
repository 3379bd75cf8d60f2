import Primitives
import Crypto
package import Foundation

extension UUID {
    /// The id of nothing yet.
    package static var zero: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }

    /// The id of something that every realm has from its beginning, such as its default policy: the same on every node, and another in
    /// every realm (RFC 9562 §5.8).
    package static func derived(from realm: UUID, _ name: String) -> UUID {
        var b = Array(SHA256.hash(data: Array("gatehouse/\(name)/\(realm.text)".utf8)).bytes.prefix(16))
        b[6] = b[6] & 0x0F | 0x80
        b[8] = b[8] & 0x3F | 0x80
        return UUID(uuid: (b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]))
    }
}
