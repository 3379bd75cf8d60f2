package import Crypto
import Primitives

extension HMAC<SHA256> {
    /// Returns the code of a message by a MAC that is begun: its key is worked in once for all messages.
    package func code(of message: [UInt8]) -> [UInt8] {
        var mac = self
        mac.update(data: message)
        return mac.finalize().bytes
    }
}
