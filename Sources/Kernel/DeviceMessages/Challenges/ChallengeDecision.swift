public import Primitives

/// The user's decision: `POST /challenges/{id}/decision`.
public struct ChallengeDecision: Sendable, Equatable {
    /// The direction of the decision.
    public enum Verdict: String, Sendable { case approve, deny }

    /// The user's reason for a denial (`docs/protocols/platform.md` 13.2).
    public enum Reason: String, Sendable, CaseIterable {
        /// The user gave no reason, `NONE`.
        case none = "NONE"
        /// The user did not start this and reports it, `REPORT_FRAUD`.
        case fraud = "REPORT_FRAUD"
        /// The device did not recognise its user, `BIOMETRICS_REJECTED`.
        case biometricsRejected = "BIOMETRICS_REJECTED"
    }

    /// The direction of the decision, `decision` on the wire.
    public var verdict: Verdict
    /// The push's, or the fresh one of a wrong number.
    public var nonce: String
    /// The id of the pairing that decides.
    public var pairing: String
    /// ``ChallengeDocument/hash(of:)`` of the document that was shown.
    public var shown: String
    /// The methods by which the device made sure of its user (RFC 8176), as it says itself.
    public var methods: [String]
    /// The number that the user picked or entered, from 0 to 99; nil when none was asked for.
    public var number: Int?
    /// The user's reason for a denial; nil when none was given.
    public var reason: Reason?
    /// A token of the system that the app is the genuine one; see the integrity policy.
    public var integrity: IntegrityEvidence?

    /// Makes a challenge decision of its members, which are taken unchecked. By default `number`, `reason` and `integrity` are nil, and
    /// `methods` is empty.
    public init(
        _ verdict: Verdict, nonce: String, pairing: String, shown: String, methods: [String] = [], number: Int? = nil,
        reason: Reason? = nil, integrity: IntegrityEvidence? = nil
    ) {
        self.verdict = verdict
        self.nonce = nonce
        self.pairing = pairing
        self.shown = shown
        self.methods = methods
        self.number = number
        self.reason = reason
        self.integrity = integrity
    }

    /// The JSON object of the wire, with the members `decision`, `nonce`, `pairingId`, `shown`, `amr`, `number`, `reason` and `integrity`.
    public var json: JSONValue {
        var object: JSONObject = [
            "decision": .string(verdict.rawValue), "nonce": .string(nonce), "pairingId": .string(pairing), "shown": .string(shown),
        ]
        if !methods.isEmpty { object["amr"] = .array(methods.map(JSONValue.string)) }
        object["number"] = number.map { .integer(Int64($0)) }
        object["reason"] = reason.map { .string($0.rawValue) }
        object["integrity"] = integrity?.json
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the decision")
        guard let verdict = Verdict(exactly: try members.text("decision")) else { throw members.wrong("decision", "approve or deny") }
        self.verdict = verdict
        nonce = try members.text("nonce")
        pairing = try members.text("pairingId")
        shown = try members.text("shown")
        methods = try members.texts("amr", atMost: 10, of: 32)
        number = try members.optionalInteger("number", in: 0...99)
        let reason = try members.optionalText("reason")
        self.reason = try reason.map { text throws(DeviceError) in
            guard let reason = Reason(exactly: text) else {
                throw members.wrong("reason", Reason.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return reason
        }
        integrity = try members.optional("integrity").map(IntegrityEvidence.init)
    }
}

/// The device's own answer to a silent push: `POST /challenges/{id}/acknowledgement`.
public struct ChallengeAcknowledgement: Sendable, Equatable {
    /// The push's; no other call gives it away.
    public var nonce: String
    /// The id of the pairing that the push was for.
    public var pairing: String
    /// The evidence that app and device are genuine; nil when none was asked for.
    public var integrity: IntegrityEvidence?

    /// Makes a challenge acknowledgement of its members, which are taken unchecked. By default `integrity` is nil.
    public init(nonce: String, pairing: String, integrity: IntegrityEvidence? = nil) {
        self.nonce = nonce
        self.pairing = pairing
        self.integrity = integrity
    }

    /// The JSON object of the wire, with the members `nonce`, `pairingId` and `integrity`.
    public var json: JSONValue {
        var object: JSONObject = ["nonce": .string(nonce), "pairingId": .string(pairing)]
        object["integrity"] = integrity?.json
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the acknowledgement")
        nonce = try members.text("nonce")
        pairing = try members.text("pairingId")
        integrity = try members.optional("integrity").map(IntegrityEvidence.init)
    }
}

/// The state of a challenge: the answer to a decision.
public struct ChallengeStanding: Sendable, Equatable {
    /// `pending → claimed → approved | denied | expired | failed`.
    public enum Status: String, Sendable, CaseIterable {
        /// A state by its name on the wire: from `claimed` a device has it, and the last four are final.
        case pending, claimed, approved, denied, expired, failed
    }

    /// The state that the challenge has now.
    public var status: Status

    /// Makes challenge standing of its `status`, which is taken unchecked.
    public init(_ status: Status) { self.status = status }

    /// The JSON object of the wire, with the member `status`.
    public var json: JSONValue { ["status": .string(status.rawValue)] }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the standing")
        guard let status = Status(exactly: try members.text("status")) else { throw members.wrong("status", "one of this protocol") }
        self.status = status
    }
}
