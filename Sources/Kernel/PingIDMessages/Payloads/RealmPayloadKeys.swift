public import DeviceMessages
public import JOSE
public import Primitives

/// The realm's keys as an app of this product sees them: those of ``/DeviceMessages/DeviceKeys``, and in the same document the one for which
/// payloads are sealed.
public struct RealmPayloadKeys: Sendable {
    /// The public P-256 key for which devices seal their payloads: the first of the document whose `use` is `enc`.
    public let sealing: JWK
    /// The keys that sign the server's payloads and pushes.
    public let statements: VerificationKeys

    /// Reads the document, which is published at ``/DeviceMessages/DeviceIssuer/keys``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/publicKey`` when the document has no key to seal for;
    ///   ``/DeviceMessages/DeviceError/Code/malformed`` when it is no key set.
    public init(json: JSONValue) throws(DeviceError) {
        statements = try DeviceKeys(json: json).statements
        let keys = (try? JWKSet(json.object ?? JSONObject()))?.keys ?? []
        guard let sealing = keys.first(where: { $0.use == .encryption && $0.isPublicP256 }) else {
            throw DeviceError(.publicKey, "the realm publishes no key to seal payloads for")
        }
        self.sealing = sealing
    }
}
