import AuthenticatorMessages
import Directory
import Foundations
package import HTTPBase
import HTTPTypes
package import Hummingbird
package import JourneyEngine
package import OAuthMessages
import Primitives
package import RealmHTTP
import Sessions

extension RequestReader {
    /// The client that a journey talks to.
    ///
    /// - Parameters:
    ///   - known: the cookie by which the browser says which users have signed in there.
    ///   - query: the request's query, whose `locale` goes before the browser's languages.
    ///   - binding: the value that ties the journey to this browser; nil for clients of the API.
    package func client(
        of request: Request, _ context: GatehouseContext, known: KnownBrowserCookie, query: FormBody, binding: String? = nil
    ) throws(OAuthError) -> ClientContext {
        let chosen = try query.value("locale")?.replacing("_", with: "-")
        let languages = [chosen].compactMap(\.self).filter(PreferredLanguages.isTag) + PreferredLanguages.of(request)
        return ClientContext(
            address: address(of: request, context), userAgent: request.headers.first(.userAgent).map { String($0.prefix(512)) },
            languages: languages, binding: binding, origin: configuration.publicAddress.origin,
            pushEndpoint: { [address = configuration.publicAddress] in address.url(Self.pushPath(of: $0)) },
            isKnown: known.check(of: request),
            request: { [headers = request.headers, cookie = configuration.sessionCookie.name] in
                Self.facts(headers, query, sessionCookie: cookie)
            })
    }

    /// The request as scripts see it.
    private static func facts(_ headers: HTTPFields, _ query: FormBody, sessionCookie: String) -> RequestFacts {
        RequestFacts(
            headers: headers.map { RequestFacts.Field($0.name.rawName, $0.value) },
            parameters: query.parameters.map { RequestFacts.Field($0.name, $0.value) },
            cookies: RequestCookies.pairs(of: headers).map { RequestFacts.Field($0.name, $0.value) },
            sessionCookie: sessionCookie)
    }

    /// The path at which a realm's authenticator apps answer.
    private static func pushPath(of realm: RealmPath) -> String {
        "\(ContextPath.preferred)/json/realms/root\(realm.pairs)/\(PushEndpoint.path)"
    }
}
