import Authenticator
import AuthenticatorTesting
import AuthenticatorMessages
import DeviceFoundation
import Foundation
import OneTimePassword
import Primitives
import Testing

@Suite("Backup and restore")
struct BackupTests {
    private static let passphrase = Secret("correct horse battery")

    @Test("all accounts work on another phone: codes, counters, and push once the server knows the new phone")
    func restore() async throws {
        let old = Phone()
        let before = try await old.open()
        _ = try await before.add(old.server.code(withPassword: true))
        let counting = try await before.add(Phone.hotp)
        _ = try await before.code(of: counting)
        try await before.lock(counting.id, for: "a lock of the old phone")
        let file = try await before.backup(passphrase: Self.passphrase)
        #expect(!String(decoding: file, as: UTF8.self).contains("Example"))

        var new = Phone(server: old.server)
        new.configuration.pushDevice = PushDevice(token: "BEEF", name: "New phone", type: "android", carrier: .gcm)
        let after = try await new.open()
        let report = try await after.restore(file, passphrase: Self.passphrase)
        #expect(report.added.sorted() == ["Example-ada", "Example-grace"] && report.present.isEmpty && report.skipped.isEmpty)
        #expect(try await after.code(of: counting).counter == 1)
        #expect(try await after.code(of: "Example-ada").code == before.code(of: "Example-ada").code)
        #expect(try await after.refreshPushDevice().isEmpty)
        #expect(old.server.known.values.first?.device.carrier == .gcm)
        let notification = try #require(try await after.receive(old.server.push(at: new.time.now)))
        try await after.approve(notification.id)
        #expect(old.server.answers[notification.messageID]?.isDenied == false)
        // Again, it finds everything there.
        #expect(try await after.restore(file, passphrase: Self.passphrase).present.count == 2)
    }

    @Test("a wrong passphrase and a flipped byte anywhere give a clear error and change nothing")
    func wrong() async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        _ = try await authenticator.add(Phone.totp)
        let file = try await authenticator.backup(passphrase: Self.passphrase)
        let other = try await Phone().open()
        await #expect(throws: AuthenticatorError(.passphrase, "")) { try await other.restore(file, passphrase: Secret("incorrect horse")) }
        for index in file.indices.dropLast() {
            var changed = file
            changed[index] ^= 1
            await #expect(throws: AuthenticatorError(.backup, ""), "byte \(index)") {
                try await other.restore(changed, passphrase: Self.passphrase)
            }
        }
        for text in ["", "{}", #"{"format":"gatehouse-authenticator-backup-2"}"#, #"{"format":"gatehouse-authenticator-backup-1"}"#] {
            await #expect(throws: AuthenticatorError(.backup, "")) {
                try await other.restore(Array(text.utf8), passphrase: Self.passphrase)
            }
        }
        await #expect(throws: AuthenticatorError(.backup, "")) {
            try await other.restore(Array(file.dropLast(20)), passphrase: Self.passphrase)
        }
        #expect(try await other.accounts.isEmpty)
        await #expect(throws: AuthenticatorError(.passphrase, "")) { try await authenticator.backup(passphrase: Secret("short")) }
    }

    @Test("inside is what an authenticator may hold: no account with two mechanisms of a type, and not too many accounts")
    func inside() throws {
        let mechanism =
            #"{"mechanismUID":"u","timeAdded":0,"type":"otpauth","secret":"GE","algorithm":"sha1","digits":6,"#
            + #""oathType":"TOTP","period":30}"#
        func contents(accounts: Int = 1, mechanisms: Int = 1) -> [UInt8] {
            let list = Array(repeating: mechanism, count: mechanisms).joined(separator: ",")
            let account = #"{"issuer":"Example","accountName":"ada","timeAdded":0,"mechanisms":[\#(list)]}"#
            return Array(#"{"version":1,"accounts":[\#(Array(repeating: account, count: accounts).joined(separator: ","))]}"#.utf8)
        }
        #expect(try BackupContents(contents()).accounts.first?.password != nil)
        #expect(throws: AuthenticatorError(.backup, "")) { try BackupContents(contents(mechanisms: 2)) }
        #expect(throws: AuthenticatorError(.backup, "")) { try BackupContents(contents(accounts: AccountList.most + 1)) }
    }

    @Test("a file can't ask for a cost of its own")
    func cost() throws {
        let file = try SealedBackup([1, 2, 3], passphrase: Self.passphrase, rounds: 2, random: SeededRandom(seed: 1)).file
        var json = try #require(try JSONValue(parsing: file).object)
        for name in ["rounds", "N", "cost"] { json[name] = .integer(1 << 40) }
        let read = try SealedBackup(file: JSONValue.object(json).encoded)
        #expect(try read.open(Self.passphrase, rounds: 2) == [1, 2, 3])
        #expect(throws: AuthenticatorError(.passphrase, "")) { try read.open(Self.passphrase) }
    }

    @Test("open lists go out and come in; accounts that are there stay as they are", arguments: AccountList.Format.allCases)
    func lists(format: AccountList.Format) async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        _ = try await authenticator.add(Phone.totp)
        let counting = try await authenticator.add(Phone.hotp)
        let file = try await authenticator.openList(as: format)
        let other = try await Phone().open()
        let report = try await other.bringIn(file)
        #expect(report.added.count == 2 && report.skipped.isEmpty)
        #expect(try await other.code(of: "Example-ada").code == authenticator.code(of: "Example-ada").code)
        _ = try await other.code(of: counting)
        #expect(try await other.bringIn(file, as: format).present.count == 2)
        #expect(try await other.code(of: counting).counter == 1)
    }

    @Test("what can't be brought in is told, with the reason")
    func skipped() async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        let push = try phone.server.code()
        let list = "\(Phone.totp)\n\(push)\notpauth://totp/x\n# a comment\n"
        let report = try await authenticator.bringIn(Array(list.utf8))
        #expect(report.added == ["Example-ada"] && report.skipped.count == 2)
        await #expect(throws: AuthenticatorError(.uri, "")) { try await authenticator.bringIn([0xFF]) }
    }
}
