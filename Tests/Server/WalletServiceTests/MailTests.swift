import Directory
import Foundations
import Crypto
import DeviceMessages
import Foundation
import HTTPTypes
import Primitives
import SealedFiles
import Services
import Store
import Testing
import WalletMessages
import Wallets

@Suite("Mail of wallets", .timeLimit(.minutes(5)))
struct MailTests {
    /// Bytes that stand for an envelope, which the server can't read anyway.
    private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

    @Test(
        "an envelope arrives as it was sent, piece by piece, and is gone once it is acknowledged",
        arguments: [1, 65_535, 65_536, 65_537, 131_072, 1_048_577])
    func arrives(count: Int) async throws {
        let files = MemoryFileStore()
        let server = try await WalletServer(files: files)
        let (sender, wallet) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        let (sent, id) = (Self.bytes(count), sender.random.uuid())
        #expect(try await sender.post(sent, to: wallet.id, id: id).status == 202)
        let listed = try await wallet.mailbox()
        #expect(listed.items.map(\.id) == [id] && listed.items.map(\.size) == [count] && !listed.hasMore)
        let fetched = try await wallet.fetch(id)
        #expect(fetched.status == 200 && fetched.body == sent)
        #expect(try await sender.fetch(id).code == "not_found")
        #expect(try await sender.acknowledge(id).status == 204)
        #expect(try await wallet.fetch(id).status == 200)
        for _ in 0..<2 { #expect(try await wallet.acknowledge(id).status == 204) }
        #expect(try await wallet.fetch(id).code == "not_found")
        #expect(files.names().isEmpty)
    }

    @Test("an unknown recipient, an erased one and a known one are answered alike, until their mailboxes are full alike")
    func unknown() async throws {
        let server = try await WalletServer { $0.walletMailboxMebibytes = 1 }
        let (sender, known) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        let half = Self.bytes(600_000)
        var answers: [[WalletServer.WalletAnswer]] = []
        for recipient in [known.id, sender.random.uuid()] {
            var own: [WalletServer.WalletAnswer] = []
            for _ in 0..<2 { own.append(try await sender.post(half, to: recipient)) }
            own.append(try await sender.post([1], to: recipient))
            answers.append(own)
        }
        #expect(answers[0].map(\.status) == [202, 507, 202])
        for (left, right) in zip(answers[0], answers[1]) {
            #expect(left.status == right.status && left.body == right.body && left.headers == right.headers)
        }
        #expect(try await known.mailbox().items.count == 2)
    }

    @Test("what is kept of a relayed envelope says to whom it goes and how long it is; its sender's id and its bytes are nowhere")
    func relay() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await WalletServer(
            at: folder.appendingPathComponent("data.sqlite").path,
            files: FolderFileStore(folder: folder.appendingPathComponent("envelopes").path))
        let (sender, wallet) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        let sent = Array("a text that only the recipient may read".utf8)
        #expect(try await sender.post(sent, to: wallet.id).status == 202)
        let row = try #require(try await server.rows("SELECT * FROM wallet_envelopes").first)
        #expect(try row.text("recipient") == wallet.id.text && row.int("size") == Int64(sent.count))
        for table: SQL in ["SELECT * FROM wallet_envelopes", "SELECT * FROM wallet_spent_stamps", "SELECT * FROM registry_claims"] {
            for row in try await server.rows(table) { #expect(!"\(row)".contains(sender.id.text)) }
        }
        // The stamp that was spent is none of the numbers that the server signed, and the order isn't kept at all.
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/envelopes").first)
        let kept = try Data(contentsOf: folder.appendingPathComponent("envelopes/" + file))
        #expect(kept.count == sent.count + 16 && kept.range(of: Data(sent.prefix(8))) == nil)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/envelopes/" + file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try await server.database.close()
    }

    @Test("mail that was acknowledged to its sender is there after the server's end, and one that its recipient acknowledged isn't")
    func reopened() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (path, files) = (folder.appendingPathComponent("data.sqlite").path, FolderFileStore(folder: folder.path + "/envelopes"))
        let time = ManualTime()
        let first = try await WalletServer(at: path, files: files, time: time)
        let (sender, wallet) = (try await TestWallet.registered(first, seed: 1), try await TestWallet.registered(first, seed: 2))
        let (kept, done) = (sender.random.uuid(), sender.random.uuid())
        let stamps = try await sender.buy(1)
        #expect(try await sender.post(Self.bytes(70_000), to: wallet.id, id: kept, stamps: stamps).status == 202)
        #expect(try await sender.post([7], to: wallet.id, id: done).status == 202)
        #expect(try await wallet.acknowledge(done).status == 204)
        let checkpoint = try await first.send(.get, first.service.checkpoint).body
        try await first.database.close()
        time.advance(by: 1)
        let second = try await WalletServer(at: path, files: files, time: time)
        let again = try TestWallet(second, seed: 2)
        #expect(try await again.mailbox().items.map(\.id) == [kept])
        #expect(try await again.fetch(kept).body == Self.bytes(70_000))
        // The stamp is spent, and repeating the same sending is harmless.
        let repeating = try TestWallet(second, seed: 1)
        #expect(try await repeating.post(Self.bytes(70_000), to: wallet.id, id: kept, stamps: stamps).status == 202)
        #expect(try await repeating.post([1], to: wallet.id, stamps: stamps).code == "replayed")
        #expect(try await again.mailbox().items.count == 1)
        #expect(try await second.send(.get, second.service.checkpoint).body == checkpoint)
        try await second.database.close()
    }

    @Test("without good stamps nothing is kept")
    func stamps() async throws {
        let files = MemoryFileStore()
        let server = try await WalletServer(files: files)
        let (sender, wallet) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        let stamp = try await sender.buy(1)[0]
        #expect(try await sender.post([1], to: wallet.id, stamps: []).code == "stamps")
        #expect(try await sender.post([1], to: wallet.id, stamps: [stamp, stamp]).code == "stamps")
        #expect(try await sender.post(Self.bytes(1_048_577), to: wallet.id, stamps: [stamp]).code == "stamps")
        var bytes = try #require(Base64URL.decode(stamp.text))
        bytes[200] ^= 1
        #expect(try await sender.post([1], to: wallet.id, stamps: [try #require(Stamp(Base64URL.encode(bytes)))]).code == "stamps")
        // A stamp of another server's service.
        let other = try PendingStamps(
            1, key: try await server.configuration().stampKey, service: "id.example.com/wallets/x", random: sender.random)
        let grant = try StampGrant(json: try await sender.call(.post, server.service.stamps, other.order.json).json)
        #expect(try await sender.post([1], to: wallet.id, stamps: try other.stamps(grant)).code == "stamps")
        #expect(try await wallet.mailbox().items.isEmpty)
        #expect(files.names().isEmpty)
        // The good one is still good.
        #expect(try await sender.post([1], to: wallet.id, stamps: [stamp]).status == 202)
    }

    @Test("a stamp pays for one envelope, however many are sent at once")
    func concurrent() async throws {
        let server = try await WalletServer()
        let (sender, wallet) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        let stamps = try await sender.buy(1)
        let (service, field) = (server.service, try #require(HTTPField.Name(Stamp.field)))
        let urls = (0..<8).map { _ in service.envelope(sender.random.uuid(), to: wallet.id) }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for url in urls {
                group.addTask { try await server.send(.put, url, headers: [field: stamps[0].text], body: [1]).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 202 } == 1 && statuses.count { $0 == 409 } == 7)
        #expect(try await wallet.mailbox().items.count == 1)
    }

    @Test("one sender with many recipients ends at the stamps of a day; the next day brings others")
    func oneSender() async throws {
        let server = try await WalletServer { $0.walletStampsPerDay = 5 }
        let sender = try await TestWallet.registered(server, seed: 1)
        let (_, tooMany) = try await sender.order(6)
        #expect(tooMany.code == "rate_limited")
        for left in (0..<5).reversed() {
            let (pending, answer) = try await sender.order(1)
            #expect(answer.json["left"] == .integer(Int64(left)))
            #expect(
                try await sender.post([1], to: sender.random.uuid(), stamps: try pending.stamps(StampGrant(json: answer.json))).status
                    == 202)
        }
        #expect(try await sender.order(1).1.code == "rate_limited")
        server.time.advance(by: 86_400)
        #expect(try await sender.order(1).1.status == 200)
    }

    @Test("many senders with one recipient end at the mailbox's bytes, and small envelopes count, too")
    func manySenders() async throws {
        let server = try await WalletServer { $0.walletMailboxMebibytes = 1 }
        let wallet = try await TestWallet.registered(server, seed: 99)
        var sent = 0
        for seed in 1...4 {
            let sender = try await TestWallet.registered(server, seed: UInt64(seed))
            if try await sender.post(Self.bytes(300_000), to: wallet.id).status == 202 { sent += 1 }
        }
        #expect(sent == 3)
        // Room comes back with an acknowledgement.
        let id = try #require(try await wallet.mailbox().items.first?.id)
        #expect(try await wallet.acknowledge(id).status == 204)
        let late = try await TestWallet.registered(server, seed: 5)
        #expect(try await late.post(Self.bytes(300_000), to: wallet.id).status == 202)
    }

    @Test("a realm's mail has a bound of its own")
    func realmBound() async throws {
        let server = try await WalletServer {
            $0.walletMailMebibytes = 1
            $0.walletMailboxMebibytes = 64
        }
        let (sender, wallet) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        #expect(try await sender.post(Self.bytes(600_000), to: wallet.id).status == 202)
        #expect(try await sender.post(Self.bytes(600_000), to: sender.id).code == "full")
        #expect(try await sender.post(Self.bytes(100_000), to: sender.id).status == 202)
    }

    @Test("a stamp that was spent costs no room, however often it is shown again, nor a file")
    func spentStamps() async throws {
        let files = MemoryFileStore()
        let server = try await WalletServer(files: files) { $0.walletMailMebibytes = 1 }
        let (sender, wallet) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        let (stamps, id) = (try await sender.buy(1), sender.random.uuid())
        #expect(try await sender.post(Self.bytes(400_000), to: wallet.id, id: id, stamps: stamps).status == 202)
        for _ in 0..<5 {
            #expect(try await sender.post(Self.bytes(400_000), to: wallet.id, stamps: stamps).code == "replayed")
            #expect(try await sender.post(Self.bytes(400_000), to: wallet.id, id: id, stamps: stamps).status == 202)
        }
        #expect(files.names().count == 1)
        // Another stamp beside the one that was spent doesn't pay for the envelope once more, also after it was fetched.
        #expect(try await wallet.acknowledge(id).status == 204)
        let more = try await sender.buy(1)
        #expect(try await sender.post(Self.bytes(400_000), to: wallet.id, id: id, stamps: stamps + more).status == 202)
        #expect(try await wallet.mailbox().items.isEmpty && files.names().isEmpty)
        #expect(try await sender.post(Self.bytes(1_000_000), to: wallet.id, stamps: more).status == 202)
    }

    /// The ways in which a sending ends without mail.
    enum Failure: String, CaseIterable { case empty, tooLong, mailbox, file }

    @Test("what a sending counts for is given back when it fails", arguments: Failure.allCases)
    func givenBack(failure: Failure) async throws {
        let files = FailingEnvelopes()
        let server = try await WalletServer(files: files) {
            $0.walletMailMebibytes = 2
            $0.walletMailboxMebibytes = 1
        }
        let (sender, wallet) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        if failure == .mailbox { #expect(try await sender.post(Self.bytes(600_000), to: wallet.id).status == 202) }
        files.fails = failure == .file
        let (field, service) = (try #require(HTTPField.Name(Stamp.field)), server.service)
        for _ in 0..<8 {
            let stamp = try await sender.buy(1)[0].text
            let body = failure == .empty ? [] : Self.bytes(failure == .tooLong ? 1_048_577 : 600_000)
            // Without a length, so that the bytes are counted as they come.
            let answer = try await server.send(
                .put, service.envelope(sender.random.uuid(), to: wallet.id), headers: [field: stamp], body: body)
            #expect(answer.status >= 400)
        }
        files.fails = false
        let other = try await TestWallet.registered(server, seed: 3)
        #expect(try await sender.post(Self.bytes(1_000_000), to: other.id).status == 202)
        if failure != .mailbox { #expect(try await sender.post(Self.bytes(1_000_000), to: wallet.id).status == 202) }
    }

    @Test("many who send at once fill a realm to its bound and no further, and acknowledgements and erasures give room at once")
    func exactBound() async throws {
        let server = try await WalletServer { $0.walletMailMebibytes = 1 }
        let sender = try await TestWallet.registered(server, seed: 1)
        let (first, second) = (try await TestWallet.registered(server, seed: 2), try await TestWallet.registered(server, seed: 3))
        let (stamps, field, service) = (try await sender.buy(24), try #require(HTTPField.Name(Stamp.field)), server.service)
        let body = Self.bytes(99_000)
        let urls = stamps.enumerated().map { number, _ in service.envelope(sender.random.uuid(), to: [first, second][number % 2].id) }
        let kept = try await withThrowingTaskGroup(of: Bool.self) { group in
            for (url, stamp) in zip(urls, stamps) {
                group.addTask {
                    let headers: HTTPFields = [field: stamp.text, .contentLength: String(body.count)]
                    return try await server.send(.put, url, headers: headers, body: body).status == 202
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        try #require(kept <= 10)
        // Bytes that others were writing count while they do; none of them counts afterwards.
        for _ in kept..<10 { #expect(try await sender.post(body, to: first.id).status == 202) }
        #expect(try await sender.post(body, to: first.id).code == "full")
        let waiting = try await second.mailbox().items
        if let id = waiting.first?.id {
            #expect(try await second.acknowledge(id).status == 204)
            #expect(try await sender.post(body, to: first.id).status == 202)
            #expect(try await sender.post(body, to: first.id).code == "full")
        }
        let gone = try await first.mailbox().items.count
        #expect(try await first.call(.delete, service.instance(first.id)).status == 204)
        for _ in 0..<gone { #expect(try await sender.post(body, to: second.id).status == 202) }
        #expect(try await sender.post(body, to: second.id).code == "full")
        server.time.advance(by: 100_000)
        try await server.domain.platform.forgetExpired()
        #expect(try await sender.post(Self.bytes(1_000_000), to: second.id).status == 202)
    }

    @Test("right after the server's start a realm is as full as before")
    func fullAfterRestart() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (path, files, time) = (folder.path + "/data.sqlite", FolderFileStore(folder: folder.path + "/envelopes"), ManualTime())
        let first = try await WalletServer(at: path, files: files, time: time) { $0.walletMailMebibytes = 1 }
        let sender = try await TestWallet.registered(first, seed: 1)
        let stamps = try await sender.buy(3)
        #expect(try await sender.post(Self.bytes(600_000), to: sender.id, stamps: [stamps[0]]).status == 202)
        try await first.database.close()
        time.advance(by: 1)
        let second = try await WalletServer(at: path, files: files, time: time)
        let again = try TestWallet(second, seed: 1)
        #expect(try await again.post(Self.bytes(600_000), to: again.id, id: UUID(), stamps: [stamps[1]]).code == "full")
        #expect(try await again.post(Self.bytes(400_000), to: again.id, id: UUID(), stamps: [stamps[2]]).status == 202)
        try await second.database.close()
    }

    @Test("a message of the longest kind, in ten stamps' pieces, arrives whole")
    func longest() async throws {
        let server = try await WalletServer()
        let (sender, wallet) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        let sent = Self.bytes(MailLimits.longestEnvelope)
        #expect(try await sender.post(sent, to: wallet.id).status == 202)
        let id = try #require(try await wallet.mailbox().items.first?.id)
        #expect(try await wallet.fetch(id).body == sent)
        let stamps = try await sender.buy(MailLimits.stamps(for: sent.count) + 1)
        #expect(try await sender.post(sent + [1], to: wallet.id, stamps: stamps).code == "malformed")
    }

    @Test("mail that isn't fetched is gone at the end of its lifetime, with its file")
    func lifetime() async throws {
        let files = MemoryFileStore()
        let server = try await WalletServer(files: files) { $0.walletMailLifetime = 86_700 }
        let (sender, wallet) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        #expect(try await sender.post([1], to: wallet.id).status == 202)
        server.time.advance(by: 86_699)
        let id = try #require(try await wallet.mailbox().items.first?.id)
        server.time.advance(by: 2)
        #expect(try await wallet.mailbox().items.isEmpty)
        #expect(try await wallet.fetch(id).code == "not_found")
        try await server.domain.platform.forgetExpired()
        try await server.wallets.removeStrayFiles()
        #expect(files.names().isEmpty)
        #expect(try await server.rows("SELECT 1 FROM wallet_envelopes").isEmpty)
    }

    @Test("files that a crash has left are removed, those of requests under way and of waiting mail aren't")
    func strays() async throws {
        let files = MemoryFileStore()
        let server = try await WalletServer(files: files)
        let (sender, wallet) = (try await TestWallet.registered(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        #expect(try await sender.post([1], to: wallet.id).status == 202)
        let stray = "\(server.time.now.millisecondsSince1970)-stray"
        try await files.begin(stray).finish()
        try await server.wallets.removeStrayFiles()
        #expect(files.names().count == 2)
        server.time.advance(by: 3601)
        try await server.wallets.removeStrayFiles()
        #expect(files.names().count == 1 && !files.names().contains(stray))
        #expect(try await wallet.fetch(try #require(try await wallet.mailbox().items.first?.id)).body == [1])
    }

    @Test("keys of stamps change after thirty days; stamps of the earlier one are good for as long again, and no longer")
    func keys() async throws {
        let server = try await WalletServer()
        let sender = try await TestWallet.registered(server, seed: 1)
        let (old, first) = (try await sender.buy(2), try await server.configuration().stampKey)
        let pending = try PendingStamps(
            1, key: first, service: try await server.configuration().log.origin, random: sender.random)
        server.time.advance(by: 30 * 86_400 + 1)
        let second = try await server.configuration().stampKey
        #expect(second != first)
        #expect(try await sender.call(.post, server.service.stamps, pending.order.json).code == "conflict")
        #expect(try await sender.post([1], to: sender.id, stamps: [old[0]]).status == 202)
        server.time.advance(by: 30 * 86_400)
        #expect(try await sender.post([1], to: sender.id, stamps: [old[1]]).code == "stamps")
    }
}
