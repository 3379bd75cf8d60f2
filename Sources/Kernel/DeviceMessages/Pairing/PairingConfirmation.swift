public import Primitives

/// Activates a pairing: `POST /pairings/{id}/confirmation`. That it is signed is the proof; the passcode only says whether passcodes work.
public struct PairingConfirmation: Sendable, Equatable {
    /// The ``PairingGrant``'s.
    public var nonce: String
    /// The passcode that the device makes now; nil when it has none.
    public var passcode: Secret?

    /// Makes a pairing confirmation of its members, which are taken unchecked. By default `passcode` is nil.
    public init(nonce: String, passcode: Secret? = nil) {
        self.nonce = nonce
        self.passcode = passcode
    }

    /// The JSON object of the wire, with the members `nonce` and `passcode`.
    public var json: JSONValue {
        var object: JSONObject = ["nonce": .string(nonce)]
        object["passcode"] = (passcode?.reveal()).map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the confirmation")
        nonce = try members.text("nonce")
        passcode = try members.optionalText("passcode", atMost: 16).map { Secret($0) }
    }
}

/// The result of a confirmation: the pairing counts, and each method has a status of its own.
public struct PairingResult: Sendable, Equatable {
    /// One way to authenticate.
    public enum Method: String, Sendable, CaseIterable { case push = "PUSH", passcode = "ONE_TIME_PASSCODE" }

    /// The reason for which a method doesn't work (`docs/protocols/platform.md` 13.5). A push service's own reason stands as it was told.
    public struct Failure: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }

        /// The application has no credentials for the push service.
        public static let missingPushCredentials = Self(rawValue: "MissingPushCredentials")
        /// The device has told no address for pushes.
        public static let missingDeviceToken = Self(rawValue: "MissingDeviceToken")
        /// The application's policy, or the app, allows no pushes.
        public static let pushDisabled = Self(rawValue: "PushDisabled")
        /// Too many passcodes were wrong.
        public static let passcodeRetriesExceeded = Self(rawValue: "OneTimePasscodeRetriesExceeded")
        /// The passcode is wrong.
        public static let invalidPasscode = Self(rawValue: "InvalidOneTimePasscode")
        /// The passcode's time has passed.
        public static let passcodeExpired = Self(rawValue: "OneTimePasscodeExpired")
        /// The passcode is right for a time beyond the tolerance: the device's clock is wrong.
        public static let unsynchronizedClock = Self(rawValue: "UnSynchronizedClock")
    }

    /// The id of the pairing that was confirmed.
    public var pairing: String
    /// nil for a method that works; a method that isn't named is not offered.
    public var failures: [Method: Failure?]

    /// Makes a pairing result of its members, which are taken unchecked.
    public init(pairing: String, failures: [Method: Failure?]) {
        self.pairing = pairing
        self.failures = failures
    }

    /// The JSON object of the wire, with the members `type`, `status`, `error`, `pairingId` and `methods`.
    public var json: JSONValue {
        let methods = Method.allCases.compactMap { method -> JSONValue? in
            guard let failure = failures[method] else { return nil }
            var object: JSONObject = ["type": .string(method.rawValue), "status": failure == nil ? "COMPLETED" : "FAILED"]
            object["error"] = failure.map { .string($0.rawValue) }
            return .object(object)
        }
        return ["pairingId": .string(pairing), "methods": .array(methods)]
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the result")
        pairing = try members.text("pairingId")
        guard let list = members.object["methods"]?.array, list.count <= 16 else { throw members.missing("methods") }
        failures = [:]
        for item in list {
            let method = try Members(item, of: "the method")
            guard let type = Method(exactly: try method.text("type")) else { continue }
            let error = try method.optionalText("error").map(Failure.init(rawValue:))
            failures.updateValue(try method.text("status") == "COMPLETED" ? nil : error ?? Failure(rawValue: "Unknown"), forKey: type)
        }
    }
}
