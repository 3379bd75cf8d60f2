import Authenticator
import Foundation
import OneTimePassword
import Primitives
import Testing

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
        let html = AccountMarkup.cards([AccountShelf.Card(account: account, code: nil)], "t", Self.start)
        #expect(
            !html.contains("<b>&") && html.contains("&lt;b&gt;&amp;") && html.contains("locked: &lt;i&gt;") && html.contains("Next code"))
    }

    @Test("accounts are on the screen, those that count only on demand")
    func screen() {
        var view = PhoneSession.View()
        view.cards = [AccountShelf.Card(account: Self.account("Example", .hotp(counter: 0)), code: nil)]
        let lines = PhoneScreen.lines(view, name: "A", typed: "", at: Self.start)
        #expect(lines.contains("  Example · ada") && lines.contains { $0.contains("code ada for the next") })
    }

    @Test("what is the code of an account and what isn't")
    func kinds() {
        #expect(PhoneSession.isAccount(" OTPAUTH://totp/x") && PhoneSession.isAccount("mfauth://totp/x"))
        #expect(!PhoneSession.isAccount("http://127.0.0.1/pair") && !PhoneSession.isAccount("7F45HGF5"))
    }
}
