package import Directory
package import HTTPBase
import HTTPTypes
import JourneyMessages
package import Primitives

extension PolicyViolation: WireConvertible {
    package var wire: WireError { WireError(.forbidden, "Policy validation failed", detail: detail) }

    /// The `detail` of the error: for each property what it doesn't keep to.
    package var detail: JSONValue {
        [
            "result": false,
            "failedPolicyRequirements": .array(
                properties.map { ["policyRequirements": .array($0.failed.map(\.json)), "property": .string($0.name)] }),
        ]
    }
}
