public import DeviceMessages
public import Primitives

/// Asks for the server's payload after a sign-on by PingFederate, which got the device's payload and handed none back (`docs/pingid.md`).
public struct IdentityProviderStep: Sendable, Equatable {
    /// The members on the wire, for both halves.
    package enum Member: String, Sendable, CaseIterable {
        case payload
    }

    /// The ``DevicePayload/id`` of the payload that went with the sign-on.
    public var payload: String

    /// Makes a step of its `payload`, which is taken unchecked.
    public init(payload: String) { self.payload = payload }

    /// The JSON object of the wire, with the member `payload`.
    public var json: JSONValue { [Member.payload.rawValue: .string(payload)] }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when the member is missing, or has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        payload = try Members(json, of: "the step").text(Member.payload.rawValue, atMost: 128)
    }
}

/// The answer to an ``IdentityProviderStep``.
public struct IdentityProviderAnswer: Sendable, Equatable {
    /// A sealed ``ServerPayload``.
    public var serverPayload: String

    /// Makes an answer of its `serverPayload`, which is taken unchecked.
    public init(serverPayload: String) { self.serverPayload = serverPayload }

    /// The JSON object of the wire, with the member `serverPayload`.
    public var json: JSONValue { ["serverPayload": .string(serverPayload)] }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when the member is missing, or has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        serverPayload = try Members(json, of: "the answer").text("serverPayload", atMost: ServerPayload.longest)
    }
}
