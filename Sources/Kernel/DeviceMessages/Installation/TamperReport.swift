package import Primitives

/// The signs of tampering that a device noticed about itself. They are advice: an attacker who tampers with a device can have it say
/// anything.
public struct TamperReport: Sendable, Equatable {
    /// The score, from 0, nothing noticed, to 1.
    public var score: Double
    /// The things noticed, such as `debugger`.
    public var findings: [String]

    /// Makes a tamper report of its members, which are taken unchecked.
    public init(score: Double, findings: [String]) {
        self.score = score
        self.findings = findings
    }

    package var json: JSONValue { ["score": .number(score), "findings": .array(findings.map(JSONValue.string))] }

    package init(_ members: Members) throws(DeviceError) {
        guard let score = members.object["score"]?.number, (0...1).contains(score) else {
            throw members.wrong("score", "a number from 0 to 1")
        }
        self.score = score
        findings = try members.texts("findings", atMost: 20, of: 32)
    }
}
