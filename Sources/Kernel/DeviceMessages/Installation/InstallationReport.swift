public import Primitives

/// The server's knowledge of an installation: the answer of `GET` and `PATCH /installation`.
public struct InstallationReport: Sendable, Equatable {
    /// One pairing of the installation.
    public struct Pairing: Sendable, Equatable {
        /// The pairing's id.
        public var id: String
        /// The platform's id of the MOBILE device that the pairing is for its user.
        public var device: String
        /// The user with whom the installation is paired.
        public var user: DeviceUser

        /// Makes a pairing of its members, which are taken unchecked.
        public init(id: String, device: String, user: DeviceUser) {
            self.id = id
            self.device = device
            self.user = user
        }
    }

    /// The installation's id.
    public var installation: String
    /// The pairings of the installation, one for each user.
    public var pairings: [Pairing]
    /// The kind of push address that is set; nil for none.
    public var pushKind: String?
    /// Whether the app lets pushes be sent.
    public var isPushAllowed: Bool
    /// Raised with every change; a `PATCH` names the one that it has seen.
    public var revision: Int
    /// Whether the device's logs are asked for.
    public var areLogsWanted: Bool
    /// Whether the keys are old enough to be rotated.
    public var isRotationDue: Bool
    /// The demand that the installation show its integrity, which is done by a `PATCH`; nil when it need not now.
    public var integrity: ChallengeDocument.Integrity?

    /// Makes an installation report of its members, which are taken unchecked. By default `integrity` is nil, `areLogsWanted` is `false`,
    /// and `isRotationDue` is `false`.
    public init(
        installation: String, pairings: [Pairing], pushKind: String?, isPushAllowed: Bool, revision: Int, areLogsWanted: Bool = false,
        isRotationDue: Bool = false, integrity: ChallengeDocument.Integrity? = nil
    ) {
        self.installation = installation
        self.pairings = pairings
        self.pushKind = pushKind
        self.isPushAllowed = isPushAllowed
        self.revision = revision
        self.areLogsWanted = areLogsWanted
        self.isRotationDue = isRotationDue
        self.integrity = integrity
    }

    /// The JSON object of the wire, with the members `id`, `deviceId`, `user`, `allowed`, `installation`, `pairings`, `push`, `revision`,
    /// `logsWanted`, `rotationDue` and `integrity`.
    public var json: JSONValue {
        let list = pairings.map { pairing -> JSONValue in
            ["id": .string(pairing.id), "deviceId": .string(pairing.device), "user": pairing.user.json]
        }
        var push: JSONObject = ["allowed": .bool(isPushAllowed)]
        push["kind"] = pushKind.map(JSONValue.string)
        var object: JSONObject = [
            "installation": .string(installation), "pairings": .array(list), "push": .object(push), "revision": .integer(Int64(revision)),
            "logsWanted": .bool(areLogsWanted), "rotationDue": .bool(isRotationDue),
        ]
        object["integrity"] = integrity.map { .string($0.rawValue) }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "installation")
        installation = try members.text("installation")
        guard let list = members.object["pairings"]?.array else { throw members.missing("pairings") }
        var pairings: [Pairing] = []
        for item in list {
            let pairing = try Members(item, of: "pairing")
            pairings.append(
                Pairing(
                    id: try pairing.text("id"), device: try pairing.text("deviceId"),
                    user: try DeviceUser(json: pairing.object["user"] ?? .null)))
        }
        self.pairings = pairings
        let push = try members.inside("push")
        pushKind = try push.optionalText("kind")
        isPushAllowed = try push.flag("allowed")
        revision = try members.integer("revision", in: 0...Int(Int32.max))
        areLogsWanted = try members.flag("logsWanted", default: false)
        isRotationDue = try members.flag("rotationDue", default: false)
        integrity = try members.optionalText("integrity").flatMap(ChallengeDocument.Integrity.init)
    }
}

/// A change of an installation: `PATCH /installation`. A nil member stays as it is.
public struct InstallationChange: Sendable, Equatable {
    /// The revision that the change is made to; another one's change goes first and this is refused with `.conflict`.
    public var revision: Int
    /// The new address for pushes.
    public var push: PushAddress?
    /// The new permission of the app to be sent pushes.
    public var isPushAllowed: Bool?
    /// The app's new description of itself.
    public var app: AppDescription?
    /// The device's new description of itself.
    public var device: DeviceDescription?
    /// The evidence that app and device are genuine.
    public var integrity: IntegrityEvidence?

    /// Makes an installation change of its members, which are taken unchecked. By default `push`, `isPushAllowed`, `app`, `device` and
    /// `integrity` are nil.
    public init(
        revision: Int, push: PushAddress? = nil, isPushAllowed: Bool? = nil, app: AppDescription? = nil,
        device: DeviceDescription? = nil, integrity: IntegrityEvidence? = nil
    ) {
        self.revision = revision
        self.push = push
        self.isPushAllowed = isPushAllowed
        self.app = app
        self.device = device
        self.integrity = integrity
    }

    /// The JSON object of the wire, with the members `revision`, `push`, `pushAllowed`, `app`, `device` and `integrity`.
    public var json: JSONValue {
        var object: JSONObject = ["revision": .integer(Int64(revision))]
        object["push"] = push?.json
        object["pushAllowed"] = isPushAllowed.map(JSONValue.bool)
        object["app"] = app?.json
        object["device"] = device?.json
        object["integrity"] = integrity?.json
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the change")
        revision = try members.integer("revision", in: 0...Int(Int32.max))
        push = try members.optional("push").map { members throws(DeviceError) in try PushAddress(json: .object(members.object)) }
        isPushAllowed = members.object["pushAllowed"] == nil ? nil : try members.flag("pushAllowed")
        app = try members.optional("app").map { members throws(DeviceError) in try AppDescription(json: .object(members.object)) }
        device = try members.optional("device").map { members throws(DeviceError) in try DeviceDescription(json: .object(members.object)) }
        integrity = try members.optional("integrity").map(IntegrityEvidence.init)
    }
}
