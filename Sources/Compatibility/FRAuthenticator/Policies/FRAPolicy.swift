/// Something that an issuer asks of the device.
public protocol FRAPolicy {
    /// The issuer's data about it: the policy's JSON object as a dictionary, set before each evaluation.
    var data: Any? { get set }
    /// Its name in the accounts' policies.
    var name: String { get }
    /// Whether the device is as it is asked to be.
    func evaluate() -> Bool
}
