import Foundation
import JOSE
import Primitives
import Store
import Foundations

/// A key that was just made, sealed for storage.
struct NewKey: Sendable {
    let id: String
    let purpose: RealmKey.Purpose
    let realm: UUID
    let created: Date
    private let material: [UInt8]

    init(_ purpose: RealmKey.Purpose, realm: UUID, created: Date, sealer: Sealer, random: any RandomSource) throws {
        var key = try JWK.generate(purpose.kind, random: random)
        key.keyID = purpose == .hs256 ? random.token(16) : key.thumbprintText
        key.use = purpose == .payloads ? .encryption : .signature
        key.algorithm = purpose.algorithm
        id = key.keyID ?? ""
        self.purpose = purpose
        self.realm = realm
        self.created = created
        let text = Secret(bytes: JSONValue.object(key.privateJSON).encoded)
        material = try sealer.seal(text, context: Self.context(realm, id))
    }

    /// Stores it; false when there is a key of this generation already.
    func insert(generation: Int64, signsFrom: Date, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute(
            """
            INSERT INTO signing_keys (realm, purpose, generation, id, material, created, signs_from)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (realm, purpose, generation) DO NOTHING
            """, realm, purpose.rawValue, generation, id, material, created, signsFrom) == 1
    }

    /// Returns the context to which the sealed material is bound.
    static func context(_ realm: UUID, _ id: String) -> String { "signing-key/\(realm.text)/\(id)" }
}

extension RealmKey.Purpose {
    fileprivate var kind: JWK.Kind {
        switch self {
        case .es256, .devices, .payloads: .p256
        case .rs256: .rsa(bits: 2048)
        case .hs256: .symmetric(bytes: 32)
        }
    }
}
