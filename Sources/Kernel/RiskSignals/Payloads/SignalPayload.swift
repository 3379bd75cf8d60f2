public import Foundation
public import Primitives

/// The signals of one instance since its last payload: what is signed and sealed, for both documented SDKs.
public struct SignalPayload: Sendable, Equatable {
    /// The members on the wire.
    package enum Claim: String, Sendable, CaseIterable {
        case instance = "iss", issuer = "aud", issuedAt = "iat", number = "seq", uuid, user, session, device, events, dropped,
            behaviorPaused

        /// The reason why the server doesn't act upon it; nil where it does.
        package var ignored: String? {
            switch self {
            case .uuid: "the app's own name of the instance; the server knows it by its key"
            case .dropped: "it tells readers of a payload what is missing in it; no score follows from that"
            case .behaviorPaused: "behaviour that isn't collected isn't there, and nothing else follows"
            case .instance, .issuer, .issuedAt, .number, .user, .session, .device, .events: nil
            }
        }
    }

    /// The instance's id: the thumbprint of its key (RFC 7638).
    public var instance: String
    /// The environment that it is for.
    public var issuer: SignalsIssuer
    /// The time when it was made; whole seconds on the wire.
    public var issuedAt: Date
    /// The payload's number in its instance, from 0, each once.
    public var number: Int
    /// The instance's UUID, as the app knows it.
    public var uuid: String
    /// ``SignalIdentity/digest(of:at:)`` of the user's id; nil when the app doesn't know the user.
    public var user: String?
    /// ``SignalIdentity/digest(of:at:)`` of the session's id; nil when the app doesn't know any.
    public var session: String?
    /// The device's attributes.
    public var device: DeviceAttributes
    /// The events in the order of their numbers, up to ``SignalLimits/events``.
    public var events: [SignalEvent]
    /// The number of dropped events by reason, since the instance began.
    public var dropped: [DropReason: Int]
    /// Whether behaviour isn't collected now.
    public var isBehaviorPaused: Bool

    /// Makes a payload of its members, which are taken unchecked.
    public init(
        instance: String, issuer: SignalsIssuer, issuedAt: Date, number: Int, uuid: String, user: String? = nil, session: String? = nil,
        device: DeviceAttributes = DeviceAttributes(), events: [SignalEvent] = [], dropped: [DropReason: Int] = [:],
        isBehaviorPaused: Bool = false
    ) {
        self.instance = instance
        self.issuer = issuer
        self.issuedAt = issuedAt
        self.number = number
        self.uuid = uuid
        self.user = user
        self.session = session
        self.device = device
        self.events = events
        self.dropped = dropped
        self.isBehaviorPaused = isBehaviorPaused
    }

    /// The claims of the signature: `iss`, `aud`, `iat`, `seq`, `uuid`, `user`, `session`, `device`, `events`, `dropped` and
    /// `behaviorPaused`.
    public var claims: JSONObject {
        var object: JSONObject = [
            Claim.instance.rawValue: .string(instance), Claim.issuer.rawValue: .string(issuer.description),
            Claim.issuedAt.rawValue: .integer(issuedAt.secondsSince1970), Claim.number.rawValue: .integer(Int64(number)),
            Claim.uuid.rawValue: .string(uuid),
        ]
        object[Claim.user.rawValue] = user.map(JSONValue.string)
        object[Claim.session.rawValue] = session.map(JSONValue.string)
        object[Claim.device.rawValue] = device.json
        object[Claim.events.rawValue] = .array(rows)
        object[Claim.dropped.rawValue] = .object(counts)
        object[Claim.behaviorPaused.rawValue] = .bool(isBehaviorPaused)
        return object
    }

    private var rows: [JSONValue] { events.indices.map { events[$0].row(after: $0 > 0 ? events[$0 - 1] : nil) } }

    private var counts: JSONObject {
        var object = JSONObject()
        for reason in DropReason.allCases { object[reason.rawValue] = dropped[reason].map { .integer(Int64($0)) } }
        return object
    }

    /// Reads the JSON text of ``claims`` that are for one of some environments.
    /// - Throws: ``RiskError/Code/malformed``, also for another environment's and for events whose numbers don't grow;
    ///   ``RiskError/Code/tooLarge`` for more than ``SignalLimits`` say.
    public init(parsing text: [UInt8], for issuers: [SignalsIssuer]) throws(RiskError) {
        let (claims, events) = try Self.read(text)
        let members = try RiskMembers(.object(claims), of: "the payload")
        let audience = try members.text(Claim.issuer.rawValue, atMost: 512)
        guard let issuer = issuers.first(where: { $0.description == audience }) else {
            throw members.wrong(Claim.issuer.rawValue, "this environment")
        }
        self.issuer = issuer
        guard let instance = try members.digest(Claim.instance.rawValue) else { throw members.missing(Claim.instance.rawValue) }
        self.instance = instance
        let seconds = try members.integer(Claim.issuedAt.rawValue, in: 0...SignalEvent.latest / 1000)
        issuedAt = Date(timeIntervalSince1970: Double(seconds))
        number = try members.integer(Claim.number.rawValue, in: 0...SignalEvent.greatest)
        uuid = try members.text(Claim.uuid.rawValue, atMost: 36)
        user = try members.digest(Claim.user.rawValue)
        session = try members.digest(Claim.session.rawValue)
        device = try DeviceAttributes(try members.inside(Claim.device.rawValue))
        self.events = events
        dropped = try Self.counts(members.optional(Claim.dropped.rawValue))
        isBehaviorPaused = try members.flag(Claim.behaviorPaused.rawValue, default: false)
    }

    /// Reads the events, and the other members.
    private static func read(_ text: [UInt8]) throws(RiskError) -> (claims: JSONObject, events: [SignalEvent]) {
        var events: [SignalEvent] = []
        var refusal: RiskError?
        do {
            let claims = try JSONReader.object(in: text, limits: limits, apart: Claim.events.rawValue) { (reader) throws(JSONError) in
                do throws(RiskError) { events = try SignalRow.events(from: &reader) } catch {
                    refusal = error
                    throw JSONError(.malformed, "the events are refused")
                }
            }
            return (claims, events)
        } catch {
            // Not what the reader says: its words may quote the payload.
            throw refusal ?? RiskError(.malformed, "the payload is no JSON object within the bounds")
        }
    }

    private static let limits = JSONLimits(bytes: SignalLimits.payload, depth: 6, values: SignalLimits.events * 16)

    private static func counts(_ members: RiskMembers?) throws(RiskError) -> [DropReason: Int] {
        var counts: [DropReason: Int] = [:]
        for reason in DropReason.allCases { counts[reason] = try members?.optionalInteger(reason.rawValue, in: 0...SignalEvent.greatest) }
        return counts
    }
}
