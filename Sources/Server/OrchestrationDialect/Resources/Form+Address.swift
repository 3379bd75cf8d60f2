import Primitives
import ResourceMessages

extension Form where Value == String {
    /// The network address of a user's client, without a port.
    static var address: Form { Form.text(2...64, isValid: AddressRange.isAddress) }
}
