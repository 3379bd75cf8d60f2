import Administration
import Directory
import Foundation
import Foundations
import HTTPBase
import Primitives
import ResourceMessages

/// The kinds of events that a stream's reader wants.
struct EventKinds: Sendable {
    private static let most = 50
    /// The kinds by their whole names, and the nouns of which all are wanted; nil for all.
    private let wanted: Set<String>?

    /// - Parameter text: kinds with commas between: `login.failed,user.*`; nil for all.
    init(_ text: String?) throws(ShapeError) {
        guard let text else {
            wanted = nil
            return
        }
        let kinds = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard kinds.count <= Self.most, kinds.allSatisfy(Self.isKind) else {
            throw ShapeError(.invalid, at: "kinds", "they are kinds of events with commas between, such as login.failed or user.*")
        }
        wanted = Set(kinds)
    }

    private static func isKind(_ text: String) -> Bool {
        text.wholeMatch(of: /[a-z][a-zA-Z-]{0,40}\.(\*|[a-z][a-zA-Z-]{0,40})/.asciiOnlyCharacterClasses()) != nil
    }

    func has(_ kind: String) -> Bool {
        wanted.map { $0.contains(kind) || $0.contains(kind.prefix { $0 != "." } + ".*") } ?? true
    }
}

/// Reads the audit log for one stream, from a place on: what its caller may see of it at the time.
struct EventReading: Sendable {
    /// The number of events that are sent in a second.
    static let mostInASecond = 200
    /// The number of events that a stream may be behind; past that it leaves out all but the last.
    static let mostBehind: Int64 = 2000
    /// The seconds for which a reader who has gone away finds the events that came meanwhile.
    static let patience: TimeInterval = 600

    /// The realm; nil for the whole server.
    let realm: RealmPath?
    let kinds: EventKinds
    let platform: Platform
    /// The caller as of now.
    let caller: @Sendable () async throws -> AdminCaller

    private(set) var place: Int64 = 0
    /// True while there is more to send, in a later second.
    private(set) var isBehind = false
    private var second = 0
    private var sent = 0

    init(realm: RealmPath?, kinds: EventKinds, platform: Platform, caller: @escaping @Sendable () async throws -> AdminCaller) {
        self.realm = realm
        self.kinds = kinds
        self.platform = platform
        self.caller = caller
    }

    /// Begins after the event that the reader has seen last, or with what comes from now on.
    /// - Returns: what the reader must know first.
    mutating func begin(after last: Int64?) async throws -> [UInt8] {
        let (audit, database) = (platform.audit, platform.database)
        if let last, try await audit.continues(after: last, within: Self.patience, at: platform.time.now, in: database) {
            place = last
            return []
        }
        place = try await audit.lastPlace(in: database)
        return last == nil ? [] : Self.event("reset", id: place, JSONObject())
    }

    /// The events that have come, as they are sent; empty for none.
    /// - Throws: what refuses a caller whose token has come to its end.
    mutating func next() async throws -> [UInt8] {
        let now = Int(platform.time.now.timeIntervalSince1970)
        if now != second {
            second = now
            sent = 0
        }
        isBehind = true
        guard sent < Self.mostInASecond else { return [] }
        let found = try await platform.audit.following(
            place, realm: realm?.description, most: Self.mostInASecond - sent, in: platform.database)
        var bytes: [UInt8] = []
        if found.head - place > Self.mostBehind {
            let next = found.head - Int64(Self.mostInASecond)
            bytes = Self.event("sampled", id: next, ["left": .integer(next - place)])
            place = next
            return bytes
        }
        place = found.end
        isBehind = found.end < found.head
        let wanted = found.events.filter { kinds.has($0.kind) }
        guard !wanted.isEmpty else { return [] }
        let caller = try await self.caller().administrative
        for event in wanted {
            guard let object = caller.sight(of: event, in: realm) else { continue }
            bytes += Self.event(event.kind, id: event.sequence, object)
            sent += 1
        }
        return bytes
    }

    /// The sign of life, by which the reader's place goes on as well.
    /// - Throws: what refuses a caller whose token has come to its end.
    func beat() async throws -> [UInt8] {
        _ = try await caller()
        return Array(":\nid: \(place)\n\n".utf8)
    }

    /// The first bytes: after how many milliseconds to come back when the stream breaks off.
    static let opening = Array("retry: 2000\n\n".utf8)

    /// An event on the wire; JSON has no ends of lines of its own.
    private static func event(_ kind: String, id: Int64, _ data: JSONObject) -> [UInt8] {
        Array("id: \(id)\nevent: \(kind)\ndata: \(JSONValue.object(data).text)\n\n".utf8)
    }
}
