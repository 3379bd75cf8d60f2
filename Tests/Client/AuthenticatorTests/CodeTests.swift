import Authenticator
import AuthenticatorTesting
import DeviceFoundation
import Foundation
import OneTimePassword
import Primitives
import Testing

@Suite("Accounts and their codes")
struct CodeTests {
    @Test("a scanned account makes the codes of RFC 6238, with its clock")
    func totp() async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        let account = try await authenticator.add(Phone.totp)
        #expect(account.id == "Example-ada" && account.issuer == "Example" && account.password?.type == "totp" && account.push == nil)
        phone.time.set(Date(timeIntervalSince1970: 59))
        let code = try await authenticator.code(of: account)
        #expect(code.code == "94287082" && code.from == Date(timeIntervalSince1970: 30) && code.until == Date(timeIntervalSince1970: 60))
        #expect(abs(authenticator.progress(of: code) - 29.0 / 30) < 0.001 && code.counter == nil)
    }

    @Test("a counting account begins with its counter and never shows a code twice, also after the process has ended")
    func hotp() async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        let account = try await authenticator.add(Phone.hotp)
        var codes: [String] = []
        for _ in 0..<3 { codes.append(try await authenticator.code(of: account).code) }
        #expect(codes == ["755224", "287082", "359152"])
        #expect(try await phone.open().code(of: account).code == "969429")
    }

    @Test("a counting account's codes, asked for by many at once, are all different")
    func manyAtOnce() async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        let account = try await authenticator.add(Phone.hotp)
        let counters = try await withThrowingTaskGroup(of: UInt64?.self) { group in
            for _ in 0..<32 { group.addTask { try await authenticator.code(of: account).counter } }
            return try await group.reduce(into: Set<UInt64?>()) { $0.insert($1) }
        }
        #expect(counters == Set((0..<32).map(UInt64?.some)))
    }

    @Test("a counter is stored before its code is shown")
    func storedFirst() async throws {
        var phone = Phone()
        let account = try await phone.open().add(Phone.hotp)
        phone.store = ReadOnlyStore(phone.store)
        let authenticator = try await phone.open()
        await #expect(throws: AuthenticatorError(.storage, "")) { try await authenticator.code(of: account) }
    }

    @Test(
        "names that are missing are made up as the documented clients do it",
        arguments: [
            ("otpauth://totp/ada?secret=GE", "ada", "ada"), ("otpauth://totp/?secret=GE&issuer=Example", "Example", "Untitled"),
            ("otpauth://totp/Other:ada?secret=GE&issuer=Example", "Example", "ada"),
        ])
    func names(uri: String, issuer: String, name: String) async throws {
        let account = try await Phone().open().add(uri)
        #expect(account.issuer == issuer && account.name == name)
    }

    @Test("a second mechanism of a type is refused; one of another type joins the account")
    func duplicates() async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        _ = try await authenticator.add(Phone.totp)
        await #expect(throws: AuthenticatorError(.duplicate, "")) { try await authenticator.add(Phone.totp) }
        let both = try await authenticator.add(phone.server.code())
        #expect(both.mechanisms.map(\.type) == ["totp", "push"])
        #expect(try await authenticator.accounts == [both])
        // The names of another account that make the same identity.
        _ = try await authenticator.add("otpauth://totp/a-b:c?secret=GE")
        await #expect(throws: AuthenticatorError(.duplicate, "")) { try await authenticator.add("otpauth://hotp/a:b-c?secret=GE") }
    }

    @Test("an account may have codes of both kinds: each is asked for by its mechanism, and both go into a list")
    func bothKinds() async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        _ = try await authenticator.add(Phone.totp)
        let account = try await authenticator.add(Phone.hotp.replacing("grace", with: "ada"))
        let counting = try #require(account.mechanisms.last)
        #expect(account.mechanisms.map(\.type) == ["totp", "hotp"])
        #expect(try await authenticator.code(of: account.id, by: counting.id).code == "755224")
        #expect(try await authenticator.code(of: account).counter == nil)
        #expect(try await authenticator.openList(as: .uris).split(separator: 10).count == 2)
        await #expect(throws: AuthenticatorError(.unknown, "")) { try await authenticator.code(of: account.id, by: "another") }
    }

    @Test("what is no account", arguments: ["", "https://id.example", "otpauth://totp/ada", "otpauth://totp/ada?secret=1"])
    func none(uri: String) async throws {
        let authenticator = try await Phone().open()
        await #expect(throws: AuthenticatorError(.uri, "")) { try await authenticator.add(uri) }
        #expect(try await authenticator.accounts.isEmpty)
    }

    @Test("accounts are renamed and removed, mechanism by mechanism")
    func editing() async throws {
        let phone = Phone()
        let authenticator = try await phone.open()
        let account = try await authenticator.add(phone.server.code(withPassword: true))
        try await authenticator.rename(account.id, issuer: "Work", name: nil)
        #expect(try await phone.open().account(account.id).displayIssuer == "Work")
        let delivered = try phone.server.push(at: phone.time.now)
        _ = try await authenticator.receive(delivered)
        try await authenticator.removeMechanism(try #require(account.push).id)
        #expect(try await authenticator.account(account.id).mechanisms.map(\.type) == ["totp"])
        #expect(try await authenticator.storedNotifications.isEmpty)
        try await authenticator.removeMechanism(try #require(account.password).id)
        await #expect(throws: AuthenticatorError(.unknown, "")) { try await authenticator.account(account.id) }
        _ = try await authenticator.add(Phone.totp)
        try await authenticator.remove("Example-ada")
        #expect(try await authenticator.accounts.isEmpty)
    }

    @Test("an app's own store holds everything")
    func ownStore() async throws {
        var phone = Phone()
        phone.configuration.store = VaultAccountStore(InMemoryStore())
        let authenticator = try await phone.open()
        _ = try await authenticator.add(Phone.totp)
        #expect(try await phone.store.keys(in: "authenticator.accounts").isEmpty)
        #expect(try await phone.open().accounts.count == 1)
    }

    @Test("a record that can't be read says so, and nothing is lost by it")
    func unreadable() async throws {
        let phone = Phone()
        _ = try await phone.open().add(Phone.totp)
        let name = try #require(try await phone.store.keys(in: "authenticator.accounts").first)
        try await phone.store.set(Secret(#"{"issuer":"x"}"#), for: StoreKey("authenticator.accounts", name))
        await #expect(throws: AuthenticatorError(.storage, "")) { try await phone.open() }
    }
}

/// A store on a disk that is full.
struct ReadOnlyStore: SecureStore {
    let inner: any SecureStore
    init(_ inner: any SecureStore) { self.inner = inner }

    func get(_ key: StoreKey) async throws(StoreError) -> Secret? { try await inner.get(key) }
    func set(_ value: Secret, for key: StoreKey) async throws(StoreError) { throw StoreError(.io, "the disk is full") }
    func delete(_ key: StoreKey) async throws(StoreError) { throw StoreError(.io, "the disk is full") }
    func keys(in service: String) async throws(StoreError) -> [String] { try await inner.keys(in: service) }
}
