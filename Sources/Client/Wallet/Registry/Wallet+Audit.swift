import DeviceFoundation
import Foundation
import Primitives
import TransparencyLog
import VerifiableClaims
import WalletMessages

extension Wallet {
    /// The number of seconds by which an entry may be older than one before it: twice what the registry allows an issuer's clock.
    private static let longestDelay: TimeInterval = 600

    /// Reads the log's entries that it hasn't read before, all of them the first time, and checks them against the newest checkpoint.
    ///
    /// Expiries that it finds are kept: a server that keeps one back afterwards, when it is asked for the claim, is noticed. Each entry costs some
    /// 150 bytes of the network.
    /// - Throws: ``WalletError/Code/log(_:)``, with `wrongInclusion` when the entries aren't those of the checkpoint.
    @discardableResult
    public nonisolated func auditLog() async throws(WalletError) -> LogAudit {
        let seen = try await seenSize()
        let response = try await channel.open(.get, channel.service.checkpoint)
        let note = try translating(log: try SignedNote(parsing: response.body))
        try await follow(note, atLeast: seen)
        let checkpoint = try translating(log: try Checkpoint(noteText: note.text))
        var reading = try await AuditReading(book.record(.audit), own: Set(try await book.keys(.issued)), id: id.text)
        while reading.root.size < checkpoint.size {
            let number = reading.root.size / TileAddress.fullWidth
            let first = number * TileAddress.fullWidth
            let width = min(TileAddress.fullWidth, checkpoint.size - first)
            let address = try translating(log: try TileAddress(.entries, number: number, width: width))
            let bundle = try await channel.open(.get, channel.service.tile(address.path))
            let entries = try translating(log: try EntryBundle.decode(bundle.body, width: width))
            for entry in entries.dropFirst(reading.root.size - first) { reading.take(entry, longestDelay: Self.longestDelay) }
        }
        guard reading.root.size == checkpoint.size, reading.root.root == checkpoint.root else {
            throw WalletError(.log(.wrongInclusion), "the log's entries aren't those of its checkpoint")
        }
        for (hash, end) in reading.expiries { try await keepExpiry(of: hash, at: end) }
        try await book.write(reading.json, .audit)
        return LogAudit(size: checkpoint.size, findings: reading.findings)
    }

    /// The earliest expiry of a claim among the entries that were read.
    nonisolated func readExpiry(of dataHash: String) async throws(WalletError) -> Date? {
        try await book.record(.expiries, dataHash)?["at"]?.integer.map { Date(timeIntervalSince1970: Double($0)) }
    }

    private nonisolated func keepExpiry(of dataHash: String, at end: Date) async throws(WalletError) {
        let seconds = end.secondsSince1970
        try await book.update(.expiries, dataHash) { record in
            record = ["at": .integer(min(record?["at"]?.integer ?? seconds, seconds))]
        }
        try await claimBook.note(expiry: end, of: dataHash)
    }
}

/// The reading of the log's entries, as far as it has come.
private struct AuditReading {
    var root = GrowingRoot()
    var findings: [LogAudit.Finding] = []
    var expiries: [(dataHash: String, at: Date)] = []
    private var newest: Int64 = 0
    private let own: Set<String>
    private let id: String

    /// - Parameter own: the marks of what the instance has put into the log itself.
    init(_ kept: JSONObject?, own: Set<String>, id: String) {
        self.own = own
        self.id = id
        root = kept?["tree"]?.object.flatMap { GrowingRoot($0) } ?? GrowingRoot()
        newest = kept?["newest"]?.integer ?? 0
    }

    var json: JSONObject { ["tree": .object(root.json), "newest": .integer(newest)] }

    mutating func take(_ bytes: [UInt8], longestDelay: TimeInterval) {
        let index = root.size
        root.append(.leaf(bytes))
        guard let entry = try? RegistryEntry(bytes) else { return findings.append(.unreadable(entry: index)) }
        let time: Date
        switch entry {
        case .claim(let hash, let issuer, let at):
            time = at
            if issuer == id, !own.contains(OwnEntry.claim(hash)) { findings.append(.foreignClaim(entry: index)) }
        case .expiry(let hash, _, let end, let at):
            time = at
            expiries.append((hash, end))
        case .key(let thumbprint, let issuer, _, let at):
            time = at
            if issuer == id, !own.contains(OwnEntry.key(thumbprint)) { findings.append(.foreignKey(entry: index)) }
        }
        if time.secondsSince1970 < newest - Int64(clamping: longestDelay) { findings.append(.backdated(entry: index)) }
        newest = max(newest, time.secondsSince1970)
    }
}

/// The marks of what an instance puts into the log in its own name, kept before it does so.
enum OwnEntry {
    static func key(_ thumbprint: String) -> String { "key.\(thumbprint)" }
    static func claim(_ dataHash: String) -> String { "claim.\(dataHash)" }
}
