import Foundation
import JourneyMessages
import Primitives

/// The account page as its template sees it.
struct AccountView {
    let frame: Frame
    let phrases: Phrases
    let account: AccountPhrases
    let personName: String
    let error: String?
    let isSaved: Bool
    let paths: AccountPage.Paths
    let csrfField = PageForm.csrfField
    let csrfToken: String
    let stateField = SignOnSubmission.stateField
    let sessionField = AccountPage.sessionField
    let linkField = AccountPage.linkField
    let profile: Profile?
    let passwordChange: LinkView?
    let sessions: [OpenSession]
    let others: String?
    let passkeyField = AccountPage.passkeyField
    let nameField = AccountPage.nameField
    let removeField = AccountPage.removeField
    let hasPasskeys: Bool
    let passkeys: [Passkey]
    let passkeyAddition: LinkView?
    let hasLinks: Bool
    let links: [AccountPage.Link]
    let consent: ConsentPhrases
    let consentField = AccountPage.consentField
    let hasConsents: Bool
    let consents: [Consent]

    struct Profile {
        let state: String
        let fields: [FieldView]
    }

    struct OpenSession {
        let handle: String
        let since: String
        let lastUsed: String
        let isCurrent: Bool
    }

    struct Consent {
        let applicationID: String
        let applicationName: String
        let scopeTexts: String
        let since: String
    }

    struct Passkey {
        let passkeyID: String
        let shownName: String
        let given: String
        let since: String
        let isCopied: Bool
        let canChange: Bool

        init(_ passkey: AccountPage.Passkey, _ phrases: Phrases, canChange: Bool) {
            passkeyID = passkey.value
            shownName = passkey.name.nonEmpty ?? phrases.passkeys.nameless
            given = passkey.name ?? ""
            since = AccountView.moment(passkey.added)
            isCopied = passkey.isBackedUp
            self.canChange = canChange
        }
    }

    init(_ page: AccountPage) {
        phrases = page.language.phrases
        account = phrases.account
        personName = page.name
        error = page.error.nonEmpty
        isSaved = page.isSaved
        frame = Frame(page.language, title: (error == nil ? "" : "\(phrases.errorPrefix): ") + phrases.account.title)
        paths = page.paths
        csrfToken = page.csrfToken
        let phrases = phrases
        profile = page.profile.map {
            Profile(state: $0.authID, fields: FieldView.fields(of: $0, hasError: page.error != nil, phrases: phrases))
        }
        passwordChange = page.passwordChange.map { LinkView($0, phrases) }
        sessions = page.sessions.map {
            OpenSession(
                handle: $0.handle, since: Self.moment($0.created), lastUsed: Self.moment($0.lastUsed), isCurrent: $0.isCurrent)
        }
        others = page.sessions.contains { !$0.isCurrent } ? AccountPage.everyOtherSession : nil
        passkeys = page.passkeys.map { Passkey($0, phrases, canChange: page.profile != nil) }
        passkeyAddition = page.passkeyAddition.map { LinkView($0, phrases) }
        hasPasskeys = !passkeys.isEmpty || passkeyAddition != nil
        hasLinks = !page.links.isEmpty
        links = page.links
        consent = phrases.consent
        hasConsents = !page.consents.isEmpty
        consents = page.consents.map {
            Consent(
                applicationID: $0.value, applicationName: $0.application,
                scopeTexts: $0.scopes.isEmpty ? phrases.consent.identity : $0.scopes.joined(separator: ", "),
                since: Self.moment($0.given))
        }
    }

    private static func moment(_ date: Date) -> String {
        date.formatted(.iso8601.dateTimeSeparator(.space).timeZoneSeparator(.colon))
    }
}

/// One's own account.
enum AccountTemplate {
    static let source = """
        {{<layout}}{{$width}}wide{{/width}}{{$main}}
        <div class="title">
        <div>
        <h1>{{account.title}}</h1>
        <p class="lead">{{personName}}</p>
        </div>
        <form method="post" action="{{paths.signOut}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        <button type="submit" class="secondary">{{phrases.signOut}}</button>
        </form>
        </div>
        {{#error}}<div id="error" class="notice error" role="alert"><p><strong>{{phrases.errorPrefix}}:</strong> {{.}}</p></div>
        {{/error}}
        {{#isSaved}}<div class="notice information" role="status"><p>{{account.saved}}</p></div>
        {{/isSaved}}
        {{^profile}}
        <div class="notice warning" role="note"><p>{{account.stale}}</p></div>
        <p class="buttons"><a class="button" href="{{paths.signIn}}">{{account.signInAgain}}</a></p>
        {{/profile}}
        {{#profile}}
        <h2>{{account.profile}}</h2>
        <form method="post" action="{{paths.profile}}">
        <input type="hidden" name="{{stateField}}" value="{{state}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        {{#fields}}
        {{>field}}
        {{/fields}}
        <div class="buttons"><button type="submit">{{account.save}}</button></div>
        </form>
        {{/profile}}
        {{#passwordChange}}<p class="buttons"><a class="button secondary" href="{{linkPath}}">{{linkText}}</a></p>
        {{/passwordChange}}
        {{#hasPasskeys}}<h2>{{phrases.passkeys.title}}</h2>
        {{^passkeys}}<p>{{phrases.passkeys.none}}</p>
        {{/passkeys}}
        <ul class="links passkeys">
        {{#passkeys}}<li><span><strong>{{shownName}}</strong> <small>{{phrases.passkeys.added}} {{since}}{{#isCopied}}, \
        {{phrases.passkeys.isBackedUp}}{{/isCopied}}</small></span>
        {{#canChange}}<form method="post" action="{{paths.passkeys}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        <input type="hidden" name="{{passkeyField}}" value="{{passkeyID}}">
        <input type="text" name="{{nameField}}" value="{{given}}" maxlength="100" autocomplete="off" \
        aria-label="{{phrases.passkeys.name}}: {{shownName}}">
        <button type="submit" class="secondary">{{phrases.passkeys.rename}}</button>
        <button type="submit" class="secondary" name="{{removeField}}" value="true">{{phrases.passkeys.remove}}</button>
        </form>{{/canChange}}</li>
        {{/passkeys}}
        </ul>
        {{#passkeyAddition}}<p class="buttons"><a class="button secondary" href="{{linkPath}}">{{linkText}}</a></p>
        {{/passkeyAddition}}
        {{/hasPasskeys}}
        <form method="post" action="{{paths.sessions}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        <table>
        <caption>{{account.sessions}}</caption>
        <thead><tr><th scope="col">{{account.since}}</th><th scope="col">{{account.lastUsed}}</th><td></td></tr></thead>
        <tbody>
        {{#sessions}}<tr><th scope="row">{{since}}</th><td>{{lastUsed}}</td><td>{{#isCurrent}}{{account.thisSession}}{{/isCurrent}}\
        {{^isCurrent}}<button type="submit" class="secondary" name="{{sessionField}}" value="{{handle}}">{{account.end}}</button>\
        {{/isCurrent}}</td></tr>
        {{/sessions}}
        </tbody>
        </table>
        {{#others}}<p class="buttons"><button type="submit" class="secondary" name="{{sessionField}}" value="{{.}}">{{account.endOthers}}\
        </button></p>
        {{/others}}
        </form>
        {{#hasLinks}}<form method="post" action="{{paths.links}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        <h2>{{account.links}}</h2>
        <ul class="links">
        {{#links}}<li><span>{{provider}}</span>{{#isRemovable}} <button type="submit" class="secondary" name="{{linkField}}" \
        value="{{value}}">{{account.unlink}}</button>{{/isRemovable}}</li>
        {{/links}}
        </ul>
        </form>
        {{/hasLinks}}
        {{#hasConsents}}<form method="post" action="{{paths.consents}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        <h2>{{consent.applications}}</h2>
        <ul class="links">
        {{#consents}}<li><span><strong>{{applicationName}}</strong> <small>{{account.since}} {{since}}: {{scopeTexts}}</small></span> \
        <button type="submit" class="secondary" name="{{consentField}}" value="{{applicationID}}" \
        aria-label="{{consent.withdraw}}: {{applicationName}}">{{consent.withdraw}}</button></li>
        {{/consents}}
        </ul>
        </form>
        {{/hasConsents}}
        {{/main}}{{/layout}}
        """
}
