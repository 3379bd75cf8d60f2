import DeviceMessages
import JOSE
import Primitives

/// The party that a transaction belongs to once its code was used: an app by its key, or a browser by its cookie.
struct TransactionHolder: Sendable {
    /// The thumbprint of an app's key, or ``browser(_:)``'s text.
    let id: String
    /// The key of an app; nil for a browser, which signs nothing and is issued no claims.
    let key: JWK?
    let push: PushAddress?
    /// The details of the event of the start.
    var details = JSONObject()

    /// A browser.
    /// - Parameter hash: the keyed hash of its cookie's value. A thumbprint has no dot, so that no app has the id of a browser.
    static func browser(_ hash: [UInt8]) -> TransactionHolder {
        TransactionHolder(id: "page.\(Base64URL.encode(hash))", key: nil, push: nil, details: ["page": true])
    }
}
