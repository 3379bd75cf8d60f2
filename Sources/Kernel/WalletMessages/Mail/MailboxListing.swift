public import DeviceMessages
public import Foundation
public import Primitives

/// The envelopes that wait in the caller's mailbox, the oldest first: `GET /mailbox`.
public struct MailboxListing: Sendable, Equatable {
    /// An envelope that waits.
    public struct Item: Sendable, Equatable {
        /// The envelope's id, which its sender made up.
        public var id: UUID
        /// The number of its bytes.
        public var size: Int
        /// The time of its arrival, in whole seconds.
        public var received: Date

        /// Makes an item of its members, which are taken unchecked.
        public init(id: UUID, size: Int, received: Date) {
            self.id = id
            self.size = size
            self.received = received
        }
    }

    /// The envelopes, the oldest first.
    public var items: [Item]
    /// Whether more wait than are listed.
    public var hasMore: Bool

    /// Makes a listing of its members, which are taken unchecked. By default there are no more.
    public init(items: [Item], hasMore: Bool = false) {
        self.items = items
        self.hasMore = hasMore
    }

    /// The number of envelopes that are listed at once.
    public static let most = 100

    /// The JSON object of the wire, with the members `envelopes` (an array of `id`, `size` and `received`) and `more`.
    public var json: JSONValue {
        let list = items.map { item -> JSONValue in
            ["id": .string(item.id.text), "size": .integer(Int64(item.size)), "received": JSONValue(item.received)]
        }
        return ["envelopes": .array(list), "more": .bool(hasMore)]
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the mailbox")
        guard let list = members.object["envelopes"]?.array, list.count <= Self.most else {
            throw members.wrong("envelopes", "a list of at most \(Self.most)")
        }
        items = []
        for item in list {
            let item = try Members(item, of: "the envelope")
            items.append(
                Item(
                    id: try item.id("id"), size: try item.integer("size", in: 0...MailLimits.longestEnvelope),
                    received: try item.time("received")))
        }
        hasMore = try members.flag("more", default: false)
    }
}
