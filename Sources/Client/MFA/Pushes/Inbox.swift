import Foundation
import Primitives

/// The pushes that a realm sent: which one was last, which were handled, and which wait for a decision, so that none is lost when the
/// process ends at any moment, and none counts twice.
struct Inbox: Sendable, Equatable {
    /// A push that waits.
    struct Item: Sendable, Equatable {
        /// The signed statement.
        var statement: String
        var challenge: String
        var expires: Date
    }

    /// A push that was handled, remembered until it has expired and can't be sent again.
    struct Mark: Sendable, Equatable {
        var id: String
        var expires: Date
    }

    /// The number of pushes kept at most.
    private static let most = 50

    /// The id of the stream's last event.
    var cursor: String?
    var items: [Item] = []
    private var marks: [Mark] = []

    /// Takes a push in.
    /// - Returns: false when it was taken before.
    mutating func take(_ id: String, _ item: Item?, until expires: Date, at now: Date) -> Bool {
        forget(before: now)
        guard !marks.contains(where: { $0.id == id }) else { return false }
        marks.append(Mark(id: id, expires: expires.addingTimeInterval(60)))
        if marks.count > Self.most * 4 { marks.removeFirst() }
        if let item {
            items.removeAll { $0.challenge == item.challenge }
            items.append(item)
            if items.count > Self.most { items.removeFirst() }
        }
        return true
    }

    mutating func remove(_ challenge: String) { items.removeAll { $0.challenge == challenge } }

    private mutating func forget(before now: Date) {
        marks.removeAll { $0.expires < now }
        items.removeAll { $0.expires.addingTimeInterval(60) < now }
    }
}

extension Inbox {
    var json: JSONValue {
        var object: JSONObject = [
            "items": .array(
                items.map { item in
                    [
                        "statement": .string(item.statement), "challenge": .string(item.challenge),
                        "expires": .integer(item.expires.secondsSince1970),
                    ]
                }),
            "marks": .array(marks.map { ["id": .string($0.id), "expires": .integer($0.expires.secondsSince1970)] }),
        ]
        object["cursor"] = cursor.map(JSONValue.string)
        return .object(object)
    }

    /// Reads the inbox, leaving out what can't be read: the server sends again what was not acknowledged.
    init(json: JSONValue?) {
        cursor = json?["cursor"]?.string
        for item in json?["items"]?.array ?? [] {
            guard let statement = item["statement"]?.string, let challenge = item["challenge"]?.string,
                let expires = item["expires"]?.number
            else { continue }
            items.append(Item(statement: statement, challenge: challenge, expires: Date(timeIntervalSince1970: expires)))
        }
        for mark in json?["marks"]?.array ?? [] {
            guard let id = mark["id"]?.string, let expires = mark["expires"]?.number else { continue }
            marks.append(Mark(id: id, expires: Date(timeIntervalSince1970: expires)))
        }
    }
}
