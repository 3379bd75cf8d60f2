import Authenticator
import DeviceFoundation
import Foundation
import OneTimePassword
import Primitives
import Testing
import Translations

@testable import phone

@Suite("The phone's accounts, shown")
struct AccountViewTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    private static func account(_ issuer: String, _ kind: AuthenticatorURI.Password.Kind) -> Account {
        let password = Mechanism.Password(kind, secret: Secret("12345678901234567890"))
        return Account(
            issuer: issuer, name: "ada", added: start, mechanisms: [Mechanism(id: "m", added: start, .password(password))])
    }

    @Test("what issuers call themselves is escaped, and a locked account says why")
    func escaped() {
        var account = Self.account("<b>&", .hotp(counter: 0))
        account.lock = .init(policy: "<i>")
        let html = AccountMarkup.cards(
            [AccountShelf.Card(account: account, password: account.password)], "t", Self.start, Language.english.catalogue.phone)
        #expect(
            !html.contains("<b>&") && html.contains("&lt;b&gt;&amp;") && html.contains("locked: &lt;i&gt;") && html.contains("Next code"))
    }

    @Test("accounts are on the screen, those that count only on demand")
    func screen() {
        var view = PhoneSession.View()
        let account = Self.account("Example", .hotp(counter: 0))
        view.cards = [AccountShelf.Card(account: account, password: account.password)]
        let lines = PhoneScreen.lines(view, name: "A", typed: "", at: Self.start)
        #expect(lines.contains("  Example · ada") && lines.contains { $0.contains("code ada for the next") })
    }

    @Test("an account with codes of both kinds shows both")
    func both() async throws {
        let authenticator = try await Authenticator.open(AuthenticatorConfiguration(), on: Device(transport: NoNetwork()))
        for kind in ["totp", "hotp"] { _ = try await authenticator.add("otpauth://\(kind)/Example:ada?secret=JBSWY3DPEHPK3PXP&counter=0") }
        let shelf = AccountShelf(authenticator, time: SystemTime()) { _ in }
        #expect(await shelf.cards.map { $0.password?.type ?? "" } == ["totp", "hotp"])
        #expect(await shelf.cards.map { $0.code == nil } == [false, true])
        await shelf.next(try #require(await shelf.cards.first).account.id)
        #expect(await shelf.cards.last?.code?.counter == 0)
    }

    @Test("what is the code of an account and what isn't")
    func kinds() {
        #expect(PhoneSession.isAccount(" OTPAUTH://totp/x") && PhoneSession.isAccount("mfauth://totp/x"))
        #expect(!PhoneSession.isAccount("http://127.0.0.1/pair") && !PhoneSession.isAccount("7F45HGF5"))
    }
}
