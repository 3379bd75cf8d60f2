import Crypto
import Foundation
import Hummingbird
import Store

/// The least that a server does for a remote authentication: three requests, two commits, and its operations on P-256. Nothing is sealed, checked
/// against a user or written into a log.
struct BareSealed {
    private let database: any Database

    /// - Parameter database: with a table `rows` of an id and a text.
    init(_ database: any Database) { self.database = database }

    func add(to router: Router<BasicRequestContext>) throws {
        let device = try P256.KeyAgreement.PrivateKey(rawRepresentation: Self.agreement).publicKey.x963Representation
        let signer = try P256.Signing.PrivateKey(rawRepresentation: Self.signing).publicKey.x963Representation
        router.post("sealed/ask") { [database] _, _ in
            let (id, own) = (UUID().uuidString, P256.KeyAgreement.PrivateKey())
            _ = try own.sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(x963Representation: device))
            let value = own.rawRepresentation.base64EncodedString()
            try await database.write { try $0.execute("INSERT INTO rows (id, value) VALUES (?1, ?2)", id, value) }
            return ResponseBody(id: id, key: own.publicKey.x963Representation.base64EncodedString())
        }
        router.post("sealed/answer/:id") { [database] request, context in
            let id = try context.parameters.require("id")
            let body = Data(buffer: try await request.body.collect(upTo: 1 << 10))
            let value = try await database.lookUp { try $0.row("SELECT value FROM rows WHERE id = ?1", id)?.text("value") }
            let own = try P256.KeyAgreement.PrivateKey(rawRepresentation: Data(base64Encoded: value ?? "") ?? Data())
            _ = try own.sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(x963Representation: body.prefix(65)))
            let signature = try P256.Signing.ECDSASignature(rawRepresentation: body.dropFirst(65))
            guard try P256.Signing.PublicKey(x963Representation: signer).isValidSignature(signature, for: Data(id.utf8)) else {
                throw HTTPError(.forbidden)
            }
            try await database.write { try $0.execute("UPDATE rows SET value = 'accepted' WHERE id = ?1", id) }
            return ResponseBody(id: id, key: "")
        }
        router.get("sealed/state/:id") { [database] _, context in
            let id = try context.parameters.require("id")
            let value = try await database.lookUp { try $0.row("SELECT value FROM rows WHERE id = ?1", id)?.text("value") }
            return ResponseBody(id: value ?? "", key: "")
        }
    }

    private struct ResponseBody: ResponseEncodable {
        let id: String
        let key: String
    }

    // The device's private numbers: `sealed bare` has the same.
    private static let agreement = [UInt8](repeating: 1, count: 32)
    private static let signing = [UInt8](repeating: 2, count: 32)
}
