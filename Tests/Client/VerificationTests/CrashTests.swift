import DeviceFoundation
import Foundation
import Primitives
import Synchronization
import Testing
import Verification
import VerificationMessages
import VerificationTesting

@Suite("The process ends at any moment of a verification")
struct CrashTests {
    let time = ManualTime()

    @Test("one result, and no image that waits for ever", arguments: [true, false])
    func resumed(isHeard: Bool) async throws {
        var number = 1
        while true {
            let server = try PretendVerifier(time: time)
            var app = App(server)
            let (store, images) = (app.store, app.images)
            let end = End(at: number, isHeard: isHeard)
            app.store = EndingStore(inner: store, end: end)
            app.images = EndingImages(inner: images, end: end)
            app.transport = EndingTransport(inner: server, end: end)
            let mortal = try? await app.open()
            _ = try? await mortal?.start(PretendVerifier.code)
            _ = try? await mortal?.submit(try App.cards())
            let didEnd = end.hasCome
            app.store = store
            app.images = images
            app.transport = server
            let reborn = try await app.open()
            try await reborn.start(PretendVerifier.code)
            let resumed = try await reborn.resume()
            #expect(!resumed.isPending && resumed.id == server.id)
            #expect(try await reborn.submit(try App.cards()).status == .inProgress)
            #expect(server.submissions.count == 1)
            _ = try await app.open()
            #expect(try await images.ids().isEmpty)
            #expect(try await SoftwareKeyStore(store).names().filter { $0.hasPrefix("verification.") }.count == 2)
            guard didEnd else { break }
            number += 1
        }
        #expect(number > 15)
    }

    @Test("what waits in a folder is sealed, and is gone with the submission")
    func folder() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)").path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let server = try PretendVerifier(time: time)
        var app = App(server)
        app.images = PendingImageFolder(path)
        app.transport = EndingTransport(inner: server, end: End(at: 2, isHeard: false))
        let verification = try await app.open()
        try await verification.start(PretendVerifier.code)
        await #expect(throws: VerificationError(.connectivity, "")) { try await verification.submit(try App.cards()) }
        #expect(try await verification.transaction?.isPending == true)
        let kept = try await app.images.ids()
        #expect(kept.count == 3)
        for id in kept { #expect(try await app.images.read(id)?.starts(with: App.png(1).prefix(8)) == false) }
        try Data("half".utf8).write(to: URL(filePath: "\(path)/\(UUID().text).new"))
        app.transport = server
        try await app.open().resume()
        #expect(server.submissions.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }
}

/// The end of the process at an access: all that come after it fail.
final class End: Sendable {
    private let left: Mutex<Int>
    private let isHeard: Bool

    /// - Parameter isHeard: whether the access at which the process ends still takes place.
    init(at number: Int, isHeard: Bool) {
        left = Mutex(number)
        self.isHeard = isHeard
    }

    var hasCome: Bool { left.withLock { $0 <= 0 } }

    func access() -> (happens: Bool, answers: Bool) {
        left.withLock { left in
            left -= 1
            return left > 0 ? (true, true) : left == 0 ? (isHeard, false) : (false, false)
        }
    }

    /// Runs a change of the store, unless the process has ended before.
    func store(_ change: () async throws(StoreError) -> Void) async throws(StoreError) {
        let (happens, answers) = access()
        if happens { try await change() }
        guard answers else { throw Self.gone }
    }

    static let gone = StoreError(.io, "the process has ended")
}

struct EndingStore: SecureStore {
    let inner: any SecureStore
    let end: End

    func get(_ key: StoreKey) async throws(StoreError) -> Secret? {
        // Reading changes nothing: only writes are places to end at.
        guard !end.hasCome else { throw End.gone }
        return try await inner.get(key)
    }
    func set(_ value: Secret, for key: StoreKey) async throws(StoreError) {
        try await end.store { () async throws(StoreError) in try await inner.set(value, for: key) }
    }
    func delete(_ key: StoreKey) async throws(StoreError) {
        try await end.store { () async throws(StoreError) in try await inner.delete(key) }
    }
    func keys(in service: String) async throws(StoreError) -> [String] {
        guard !end.hasCome else { throw End.gone }
        return try await inner.keys(in: service)
    }
}

struct EndingImages: PendingImages {
    let inner: any PendingImages
    let end: End

    func write(_ sealed: [UInt8], _ id: UUID) async throws(StoreError) {
        try await end.store { () async throws(StoreError) in try await inner.write(sealed, id) }
    }
    func read(_ id: UUID) async throws(StoreError) -> [UInt8]? {
        guard !end.hasCome else { throw End.gone }
        return try await inner.read(id)
    }
    func delete(_ id: UUID) async throws(StoreError) {
        try await end.store { () async throws(StoreError) in try await inner.delete(id) }
    }
    func ids() async throws(StoreError) -> [UUID] {
        guard !end.hasCome else { throw End.gone }
        return try await inner.ids()
    }
}

struct EndingTransport: HTTPTransport {
    let inner: any HTTPTransport
    let end: End

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let (happens, answers) = end.access()
        let response = happens ? try await inner.send(request) : nil
        guard answers, let response else { throw TransportError(.interrupted, "the process has ended") }
        return response
    }
}
