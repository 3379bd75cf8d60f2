import DeviceMessages
import Foundation
import Foundations
import JOSE
import Primitives
import Store
import Testing
import WebPush
@testable import Messaging
@testable import Services
@testable import Directory

@Suite("The built-in push service")
struct BuiltInPushTests {
    /// What a stream says next; nil when it ends.
    private static func next(_ events: inout PushStream.Iterator) async throws -> String? {
        switch try await events.next() {
        case .letter(let letter): "\(letter.sequence) \(letter.text)"
        case .keepAlive: "-"
        case nil: nil
        }
    }

    @Test("what waits is handed over in order, then what comes")
    func order() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        for text in ["a", "b"] { try await push.post(harness.message(statement: text, id: text), to: "phone", realm: realm) }
        try await push.post(harness.message(statement: "other", id: "a"), to: "other", realm: realm)
        try await push.post(harness.message(statement: "elsewhere", id: "a"), to: "phone", realm: UUID())
        var events = try await push.subscribe("phone", realm: realm).makeAsyncIterator()
        #expect(try await Self.next(&events) == "1 a")
        #expect(try await Self.next(&events) == "2 b")
        async let live = { () -> String? in
            var events = events
            return try await Self.next(&events)
        }()
        try await push.post(harness.message(statement: "c", id: "c"), to: "phone", realm: realm)
        #expect(try await live == "3 c")
        await harness.close()
    }

    @Test("many posted at once all arrive, each once and in order")
    func concurrent() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        var events = try await push.subscribe("phone", realm: realm).makeAsyncIterator()
        try await withThrowingTaskGroup { group in
            for index in 0..<90 {
                group.addTask { try await push.post(harness.message(statement: "\(index)", id: "\(index)"), to: "phone", realm: realm) }
            }
            try await group.waitForAll()
        }
        var seen: [PushEvent] = []
        while seen.count < 90, case .letter(let letter)? = try await events.next() { seen.append(letter) }
        #expect(seen.map(\.sequence) == Array(1...90) && Set(seen.map(\.text)).count == 90)
        await harness.close()
    }

    @Test("what isn't acknowledged is handed over again, also by another node; the rest is thrown away")
    func acknowledged() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        for text in ["a", "b", "c"] { try await push.post(harness.message(statement: text, id: text), to: "phone", realm: realm) }
        var first = try await push.subscribe("phone", realm: realm).makeAsyncIterator()
        for _ in 0..<3 { _ = try await Self.next(&first) }
        // A restart: nothing but the database is left.
        let node = harness.base.anotherNode()
        var again = try await node.messaging.push.subscribe("phone", realm: realm, after: "1").makeAsyncIterator()
        #expect(try await Self.next(&again) == "2 b")
        let left = try await harness.base.database.read { try $0.rows("SELECT content FROM push_letters").map { try $0.text("content") } }
        #expect(left.sorted() == ["b", "c"])
        try await node.messaging.push.acknowledge("3", by: "phone", realm: realm)
        try await node.messaging.push.post(harness.message(statement: "d", id: "d"), to: "phone", realm: realm)
        var third = try await node.messaging.push.subscribe("phone", realm: realm).makeAsyncIterator()
        #expect(try await Self.next(&third) == "4 d", "numbers go on though the mailbox was empty")
        await harness.close()
    }

    @Test("what was never an id is none", arguments: ["", "x", "-7", "0", "2", "99999999999999999999999"])
    func strangeIDs(_ id: String) async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        try await push.post(harness.message(statement: "a"), to: "phone", realm: realm)
        try await push.acknowledge(id, by: "phone", realm: realm)
        var events = try await push.subscribe("phone", realm: realm, after: id).makeAsyncIterator()
        #expect(try await Self.next(&events) == "1 a")
        await harness.close()
    }

    @Test("what has expired isn't handed over, and is forgotten")
    func expired() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        try await push.post(harness.message(statement: "old", lasting: 40, id: "a"), to: "phone", realm: realm)
        try await push.post(harness.message(statement: "new", lasting: 90, id: "b"), to: "phone", realm: realm)
        harness.time.advance(by: 41)
        var events = try await push.subscribe("phone", realm: realm).makeAsyncIterator()
        #expect(try await Self.next(&events) == "2 new")
        try await harness.domain.platform.forgetExpired()
        let left = try await harness.base.database.read { try $0.rows("SELECT sequence FROM push_letters").count }
        #expect(left == 1)
        await harness.close()
    }

    @Test("of several messages of one id only the last waits")
    func collapse() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        try await push.post(harness.message(statement: "ask", id: "one"), to: "phone", realm: realm)
        try await push.post(harness.message(.cancel, statement: "cancel", id: "one"), to: "phone", realm: realm)
        var events = try await push.subscribe("phone", realm: realm).makeAsyncIterator()
        #expect(try await Self.next(&events) == "2 cancel")
        await harness.close()
    }

    @Test("a mailbox keeps a hundred of ours; the oldest goes")
    func full() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        for index in 1...PushMailboxes.mostOwn + 1 {
            try await push.post(harness.message(statement: "\(index)", id: "\(index)"), to: "phone", realm: realm)
        }
        var events = try await push.subscribe("phone", realm: realm).makeAsyncIterator()
        #expect(try await Self.next(&events) == "2 2")
        await harness.close()
    }

    @Test("a later stream takes the place of the one before the last; all can be ended, and what is kept taken away")
    func streams() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        var streams: [PushStream] = []
        for _ in 0..<3 { streams.append(try await push.subscribe("phone", realm: realm)) }
        #expect(push.connections == 2 && push.isConnected("phone", realm: realm))
        var first = streams[0].makeAsyncIterator()
        #expect(try await Self.next(&first) == nil)
        try await harness.base.database.write { try BuiltInPush.forget("phone", realm: realm, in: $0) }
        var last = streams[2].makeAsyncIterator()
        #expect(try await Self.next(&last) == nil)
        try await push.post(harness.message(), to: "phone", realm: realm)
        _ = try await push.subscriptions.create(for: "phone", realm: realm)
        try await harness.base.database.write { try BuiltInPush.forget("phone", realm: realm, in: $0) }
        let rows = try await harness.base.database.read { transaction in
            try transaction.rows("SELECT realm FROM push_letters").count + transaction.rows("SELECT realm FROM push_mailboxes").count
                + transaction.rows("SELECT realm FROM push_subscriptions").count
        }
        #expect(rows == 0)
        await harness.close()
    }

    @Test("a stream that nobody reads any more is forgotten, and a cancelled reader ends")
    func gone() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        do { _ = try await push.subscribe("phone", realm: realm) }
        #expect(push.connections == 0 && !push.isConnected("phone", realm: realm))
        let stream = try await push.subscribe("phone", realm: realm)
        let reader = Task { () -> Bool in
            for try await _ in stream {}
            return true
        }
        reader.cancel()
        #expect(try await reader.value)
        await harness.close()
    }

    @Test("each stream has a sign of life once in 25 seconds, and ends after an hour")
    func alive() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        let stream = try await push.subscribe("phone", realm: realm)
        var events = stream.makeAsyncIterator()
        for _ in 0..<25 { push.tick() }
        #expect(try await Self.next(&events) == "-")
        // What another process has put there is found with it.
        try await harness.base.anotherNode().messaging.push.post(harness.message(statement: "a"), to: "phone", realm: realm)
        for _ in 0..<25 { push.tick() }
        #expect(try await Self.next(&events) == "1 a")
        harness.time.advance(by: 3600)
        for _ in 0..<25 { push.tick() }
        #expect(try await Self.next(&events) == nil)
        await harness.close()
    }

    @Test("when the server stops, all streams end, and none begins")
    func stopped() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        let stream = try await push.subscribe("phone", realm: realm)
        push.closeAll()
        var events = stream.makeAsyncIterator()
        #expect(try await Self.next(&events) == nil)
        await #expect(throws: PushError(.unavailable, "")) { try await push.subscribe("other", realm: realm) }
        await harness.close()
    }

    @Test("there is a limit to all streams together")
    func limit() {
        let streams = PushStreams(limit: 2)
        let until = Date(timeIntervalSince1970: 0)
        let keys = (0..<3).map { PushStreams.Key(realm: UUID(), installation: "\($0)") }
        let first = streams.open(keys[0], until: until)
        #expect(first != nil && streams.open(keys[1], until: until) != nil && streams.open(keys[2], until: until) == nil)
        if let first { streams.remove(first, keys[0]) }
        #expect(streams.open(keys[2], until: until) != nil && streams.count == 2)
    }
}
