import JourneyMessages
package import Primitives
package import Directory

extension PolicyViolation {
    /// The `detail` of the error: for each property what it doesn't keep to.
    package var detail: JSONValue {
        [
            "result": false,
            "failedPolicyRequirements": .array(
                properties.map { ["policyRequirements": .array($0.failed.map(\.json)), "property": .string($0.name)] }),
        ]
    }
}
