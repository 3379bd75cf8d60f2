public import Primitives

/// Something that an issuer asks of the device, evaluated: when an account is added and whenever it is looked at.
public protocol AccountPolicy: Sendable {
    /// Its name in the accounts' policies.
    var name: String { get }
    /// Whether the device is as it is asked to be.
    /// - Parameter parameters: the issuer's parameters for it.
    func isMet(_ parameters: JSONObject) async -> Bool
}
