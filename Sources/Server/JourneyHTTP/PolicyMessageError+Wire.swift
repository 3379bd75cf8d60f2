package import HTTPBase
import HTTPTypes
package import PolicyMessages

extension PolicyMessageError: WireConvertible {
    package var wire: WireError { WireError(.badRequest, reason) }
}
