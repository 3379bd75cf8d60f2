public import DeviceMessages
public import Foundation
public import Primitives

/// The call that keeps a request for wallets to read: `POST /requests`, answered by ``KeptRequest``.
public struct RequestKeeping: Sendable, Equatable {
    /// The request, whose instance is the caller.
    public var request: SharedRequest
    /// The time from which it isn't given out, in whole seconds: at most 30 days ahead.
    public var expires: Date

    /// Makes a call of its members, which are taken unchecked.
    public init(request: SharedRequest, expires: Date) {
        self.request = request
        self.expires = expires
    }

    /// The number of seconds that a request is kept at most.
    public static let longestLife: TimeInterval = 30 * 86_400

    /// The JSON object of the wire, with the members `request` and `expires`.
    public var json: JSONValue { ["request": request.json, "expires": JSONValue(expires)] }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the request to keep")
        request = try SharedRequest(json: members.object["request"] ?? .null)
        expires = try members.time("expires")
    }
}

/// A request that is kept, with the URL that a QR code has.
public struct KeptRequest: Sendable, Equatable {
    /// The request's id.
    public var id: UUID
    /// The URL at which any reader gets it.
    public var url: String
    /// The time from which it isn't given out.
    public var expires: Date

    /// Makes a kept request of its members, which are taken unchecked.
    public init(id: UUID, url: String, expires: Date) {
        self.id = id
        self.url = url
        self.expires = expires
    }

    /// The JSON object of the wire, with the members `id`, `url` and `expires`.
    public var json: JSONValue { ["id": .string(id.text), "url": .string(url), "expires": JSONValue(expires)] }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the kept request")
        id = try members.id("id")
        url = try members.text("url", atMost: WalletReach.longestURL)
        expires = try members.time("expires")
    }
}
