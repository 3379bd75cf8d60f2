public import JOSE
public import Primitives

/// The request of an installation to be paired with a user: `POST /pairings` (`docs/protocols/device-protocol.md` 3). Its `sig` key is the
/// one that the request's proof is made with.
public struct PairingRequest: Sendable, Equatable {
    /// The entitlement to the pairing.
    public enum Entitlement: Sendable, Equatable {
        /// A pairing key, by ``PairingKeyText/canonical(_:)``.
        case key(Secret)
        /// The ticket of an ID token (`docs/protocols/device-protocol.md` 4).
        case ticket(Secret)
    }

    /// The pairing key or ticket by which the device may be paired.
    public var entitlement: Entitlement
    /// The key to which secrets are sealed.
    public var agreement: JWK
    /// The app that asks to be paired.
    public var app: AppDescription
    /// The device's description of itself.
    public var device: DeviceDescription
    /// The address for pushes; nil when the device has none yet.
    public var push: PushAddress?
    /// Whether the app lets pushes be sent; false if it was told not to before it was paired.
    public var isPushAllowed: Bool

    /// Makes a pairing request of its members, which are taken unchecked. By default `push` is nil, and `isPushAllowed` is `true`.
    public init(
        _ entitlement: Entitlement, agreement: JWK, app: AppDescription, device: DeviceDescription, push: PushAddress? = nil,
        isPushAllowed: Bool = true
    ) {
        self.entitlement = entitlement
        self.agreement = agreement
        self.app = app
        self.device = device
        self.push = push
        self.isPushAllowed = isPushAllowed
    }

    /// The JSON object of the wire, with the members `pairingKey`, `ticket`, `enc`, `app`, `device`, `push` and `pushAllowed`.
    public var json: JSONValue {
        var object = JSONObject()
        switch entitlement {
        case .key(let key): object["pairingKey"] = .string(key.reveal())
        case .ticket(let ticket): object["ticket"] = .string(ticket.reveal())
        }
        object["enc"] = JSONValue(agreement)
        object["app"] = app.json
        object["device"] = device.json
        object["push"] = push?.json
        if !isPushAllowed { object["pushAllowed"] = false }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the pairing request")
        switch (try members.optionalText("pairingKey", atMost: 64), try members.optionalText("ticket", atMost: 128)) {
        case (let key?, nil) where !key.isEmpty: entitlement = .key(Secret(key))
        case (nil, let ticket?) where !ticket.isEmpty: entitlement = .ticket(Secret(ticket))
        default: throw DeviceError(.malformed, "a pairing request has either a pairingKey or a ticket")
        }
        agreement = try members.key("enc")
        app = try AppDescription(json: members.object["app"] ?? .null)
        device = try DeviceDescription(json: members.object["device"] ?? .null)
        push = try members.optional("push").map { members throws(DeviceError) in try PushAddress(json: .object(members.object)) }
        isPushAllowed = try members.flag("pushAllowed", default: true)
    }
}
