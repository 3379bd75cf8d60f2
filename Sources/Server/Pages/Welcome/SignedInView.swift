import Foundation
import Primitives
import Translations

/// The signed-in page as its template sees it.
struct SignedInView: FramedView {
    var frame: Frame
    let phrases: Phrases
    let personName: String
    let claims: [Claim]
    let hasTokens: Bool
    let tokens: [Token]
    let accountPath: String
    let signOut: PageForm
    let csrfField = PageForm.csrfField

    struct Claim {
        let claimName: String
        let text: String
        /// The same moment for people, when the value is a NumericDate (RFC 7519 §2).
        let moment: String?
    }

    struct Token {
        let tokenName: String
        let duration: String
    }

    init(_ page: SignedInPage) {
        let phrases = page.language.phrases
        self.phrases = phrases
        frame = Frame(page.language, title: phrases.signedInTitle)
        personName = page.name
        claims = page.claims.members.map(Claim.init)
        hasTokens = !page.tokens.isEmpty
        tokens = page.tokens.map { token in
            Token(tokenName: token.name, duration: token.lifetime.map(phrases.duration(seconds:)) ?? phrases.noExpiry)
        }
        accountPath = page.accountPath
        signOut = page.signOut
    }
}

extension SignedInView.Claim {
    fileprivate init(_ member: JSONObject.Member) {
        claimName = member.name
        text = member.value.string ?? member.value.text
        moment = Self.dates.contains(member.name) ? member.value.integer.map(Self.format) : nil
    }

    private static let dates: Set = ["exp", "iat", "nbf", "auth_time", "updated_at"]

    private static func format(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601.dateTimeSeparator(.space).timeZoneSeparator(.colon))
    }
}

/// The front page after a sign-in.
enum SignedInTemplate {
    static let source = """
        {{<layout}}{{$width}}wide{{/width}}{{$main}}
        <div class="title">
        <div>
        <h1>{{phrases.signedInTitle}}</h1>
        <p class="lead">{{personName}}</p>
        </div>
        <form method="post" action="{{signOut.action}}">
        <input type="hidden" name="{{csrfField}}" value="{{signOut.csrfToken}}">
        <button type="submit" class="secondary">{{phrases.signOut}}</button>
        </form>
        </div>
        <p><a href="{{accountPath}}">{{phrases.account.title}}</a></p>
        <table>
        <caption>{{phrases.claims}}</caption>
        <thead><tr><th scope="col">{{phrases.claim}}</th><th scope="col">{{phrases.value}}</th></tr></thead>
        <tbody>
        {{#claims}}<tr><th scope="row"><code>{{claimName}}</code></th><td>{{text}}{{#moment}}<br><small dir="ltr">{{.}}</small>{{/moment}}</td></tr>
        {{/claims}}
        </tbody>
        </table>
        {{#hasTokens}}<table>
        <caption>{{phrases.tokens}}</caption>
        <thead><tr><th scope="col">{{phrases.token}}</th><th scope="col">{{phrases.lifetime}}</th></tr></thead>
        <tbody>
        {{#tokens}}<tr><th scope="row"><bdi lang="en">{{tokenName}}</bdi></th><td>{{duration}}</td></tr>
        {{/tokens}}
        </tbody>
        </table>
        {{/hasTokens}}
        {{/main}}{{/layout}}
        """
}
