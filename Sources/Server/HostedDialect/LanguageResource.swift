import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import PageHTTP
import Primitives
import RealmHTTP
import Translations

/// `/language/{tag}`: keeps the language that a page's reader has chosen, and leads back to the page.
struct LanguageResource: Sendable {
    private let address: PublicAddress

    init(address: PublicAddress) { self.address = address }

    /// `GET /language/{tag}`. A link of another site chooses nothing.
    func choose(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        guard let language = context.parameters.get("tag").flatMap({ Language(exactly: $0) }) else {
            throw WireError(.notFound, "there is no such language")
        }
        let page = page(linkingTo: request)
        var response = Response.redirect(to: page.map { Self.way(back: $0, in: language) } ?? HostedPath.welcome, status: .seeOther)
        response.headers.append(contentsOf: HTTPFields.noStore)
        if page != nil || request.headers[.referer] == nil, isOurs(request) {
            response.setCookie(ReaderLanguages.cookie(of: language, at: address))
        }
        return response
    }

    /// Whether the link was followed on a page of ours, as far as the browser tells.
    private func isOurs(_ request: Request) -> Bool {
        switch request.headers[.fetchSite] {
        case nil, "same-origin", "none": true
        default: false
        }
    }

    /// The path and query of the page on which the link was followed, by the header `Referer`, which the pages have browsers send to this
    /// server alone; nil where it says none of ours.
    private func page(linkingTo request: Request) -> Substring? {
        guard let referer = request.headers[.referer], referer.utf8.count <= 8_192, referer.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        // A server that is known as `localhost` is asked by the machine's loopback address as well.
        let host = address.isLoopback ? request.head.authority.map { "http://\($0)" } : nil
        let origin = [address.origin, host].compactMap(\.self).first { referer.hasPrefix($0 + "/") }
        return origin.map { referer.dropFirst($0.count).prefix { $0 != "#" } }
    }

    private static func way(back rest: Substring, in language: Language) -> String {
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = page(at: String(parts[0]))
        guard !path.hasPrefix("//"), !path.contains("\\") else { return HostedPath.welcome }
        guard parts.count == 2, let query = try? FormBody(parsing: String(parts[1])) else { return path }
        return path + "?" + query.wanting(language).encoded
    }

    /// The page to which the answers of a form belong, which can't be asked for by itself.
    private static func page(at path: String) -> String {
        for page in ["/account", "/login"] {
            if let form = path.firstRange(of: page + "/") { return String(path[..<form.lowerBound]) + page }
        }
        return path
    }
}

extension FormBody {
    /// The same, with a language in the place of those that an application asked for.
    fileprivate func wanting(_ language: Language) -> FormBody {
        FormBody(parameters.map { ($0.name, $0.name == "ui_locales" ? language.rawValue : $0.value) })
    }
}

extension HTTPField.Name {
    fileprivate static let fetchSite = Self.known("Sec-Fetch-Site")
}
