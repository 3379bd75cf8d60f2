package import HTTPBase
package import Hummingbird
import Primitives
package import Translations

/// The languages in which the reader of a page wants it.
package enum ReaderLanguages {
    /// Half of the seconds of a year.
    private static let lifetime = 15_768_000

    /// The languages as tags, best first: those that the application asked for (`ui_locales`, OpenID Connect Core §3.1.2.1), the one
    /// that was
    /// chosen on a page, and those of `Accept-Language`.
    ///
    /// - Parameter uiLocales: tags with spaces between them; no more than 16 are looked at.
    package static func of(_ request: Request, uiLocales: String? = nil) -> [String] {
        let wanted = (uiLocales ?? "").utf8.split(separator: UInt8(ascii: " ")).prefix(16).map { String(Substring($0)) }
        return wanted.filter(PreferredLanguages.isTag) + chosen(in: request).map(\.rawValue) + PreferredLanguages.of(request)
    }

    /// The cookie that keeps a choice.
    package static func cookie(of language: Language, at address: PublicAddress) -> Cookie {
        PrivateCookie("gatehouse_language", lifetime: lifetime, at: address).carrying(language.rawValue)
    }

    /// The choices of the request's cookies. Whether the server's address has TLS isn't known here: a planted cookie chooses a language and
    /// no more, and the one that can't be planted goes first.
    private static func chosen(in request: Request) -> [Language] {
        ["__Host-gatehouse_language", "gatehouse_language"].flatMap { request.cookieValues($0) }.compactMap { Language(exactly: $0) }
    }
}

extension Language {
    /// The language of a page.
    /// - Parameter uiLocales: the languages that the application asked for, with spaces between them.
    package init(of request: Request, uiLocales: String? = nil) { self.init(preferring: ReaderLanguages.of(request, uiLocales: uiLocales)) }
}
