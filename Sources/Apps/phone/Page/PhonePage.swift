import Foundation
import HTTPTypes
import Hummingbird
import Primitives
import Translations

/// The phone as a page, on this machine only.
struct PhonePage: Sendable {
    /// The largest form or image that is taken.
    private static let longestBody = 16 << 20
    private static let tokenField = HTTPField.Name("X-Phone-Token") ?? .userAgent
    private static let trustField = HTTPField.Name("X-Phone-Trust") ?? .userAgent

    let session: PhoneSession
    let name: String
    private let site: LoopbackPage
    var token: String { site.token }

    init(_ session: PhoneSession, name: String, port: Int, random: any RandomSource = SystemRandom()) {
        self.session = session
        self.name = name
        site = LoopbackPage(port: port, random: random)
    }

    /// Serves the page until the program ends.
    /// - Parameter isReady: told the page's address.
    func run(_ isReady: @escaping @Sendable (String) -> Void) async throws {
        try await site.run(site.service(router()) { [site] in isReady(site.base + "/") })
    }

    func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: PageGuard(page: site))
        WalletPage(session: session, name: name, site: site).add(to: router)
        VerifyPage(session: session, name: name, site: site).add(to: router)
        router.get("/") { request, _ in await page(LoopbackPage.language(of: request)) }
        router.get("/live") { request, _ in
            site.html(PageMarkup.live(await session.view(), token: token, at: SystemTime().now, in: LoopbackPage.language(of: request)))
        }
        router.post("/pair") { request, _ in
            let form = try await site.form(request)
            await session.pair(form["key"] ?? "", trusting: form["trust"] != nil)
            return back
        }
        router.post("/scan") { request, _ in
            let form = try await site.form(request)
            await session.scan(form["code"] ?? "")
            return back
        }
        router.post("/image") { request, _ in try await image(request) }
        router.post("/decide") { request, _ in
            let form = try await site.form(request)
            await decide(form)
            return back
        }
        router.post("/code") { request, _ in
            let form = try await site.form(request)
            await session.decideCode(as: form["deny"] == nil ? form["user"] : nil)
            return back
        }
        router.post("/answer") { request, _ in
            let form = try await site.form(request)
            await answer(form)
            return back
        }
        router.post("/account") { request, _ in
            let form = try await site.form(request)
            let id = form["account"] ?? ""
            await session.withShelf { shelf in
                if form["remove"] == nil { await shelf.next(id) } else { await shelf.remove(id) }
            }
            return back
        }
        router.post("/login") { request, _ in
            let form = try await site.form(request)
            let policy = (form["policy"] ?? "").trimmingCharacters(in: .whitespaces)
            let redirect = "\(site.base)/callback"
            guard let address = await session.beginSignIn(policy: policy.isEmpty ? nil : policy, redirect: redirect) else { return back }
            // Not by a redirect: this page's forms lead to itself alone.
            return site.html(PageMarkup.leaving(to: address.absoluteString, in: LoopbackPage.language(of: request)))
        }
        router.get("/callback") { request, _ in
            await session.comeBack(request.uri.query ?? "")
            // Forward by a page of our own, so that the code isn't in the address of what is shown.
            return site.html(PageMarkup.leaving(to: "/", in: LoopbackPage.language(of: request)))
        }
        router.post("/offer") { request, _ in
            let form = try await site.form(request)
            await session.decideOffer(approves: form["deny"] == nil)
            return back
        }
        router.post("/unpair") { request, _ in
            let form = try await site.form(request)
            await session.unpair(form["pairing"] ?? "")
            return back
        }
        router.post("/switch") { request, _ in
            let form = try await site.form(request)
            await flip(form["what"] ?? "")
            return back
        }
        return router
    }

    private func decide(_ form: [String: String]) async {
        let id = form["request"] ?? ""
        guard form["deny"] == nil else { return await session.deny(id) }
        await session.approve(id, number: form["number"].flatMap { Int($0.trimmingCharacters(in: .whitespaces)) })
    }

    /// A decision about a push of an authenticator account.
    private func answer(_ form: [String: String]) async {
        let id = form["notification"] ?? ""
        await session.withShelf { shelf in
            if form["deny"] == nil { await shelf.approve(id, number: form["number"].flatMap { Int($0) }) } else { await shelf.deny(id) }
        }
    }

    private func flip(_ what: String) async {
        switch what {
        case "offline": await session.setOffline(true)
        case "online": await session.setOffline(false)
        case "reinstall": await session.reinstall()
        case "lose": await session.lose()
        default: break
        }
    }

    /// A QR code in an uploaded image: a pairing key, or else an authentication code.
    private func image(_ request: Request) async throws -> Response {
        guard site.isToken(request.headers[Self.tokenField]) else { throw HTTPError(.forbidden, message: "the form is not of this page") }
        let bytes = try await request.body.collect(upTo: Self.longestBody)
        await session.read(
            image: Array(bytes.readableBytesView), trusting: request.headers[Self.trustField] == "1")
        return Response(status: .noContent)
    }

    // MARK: - Answers

    private func page(_ language: Language) async -> Response {
        site.html(PageMarkup.page(name: name, await session.view(), token: token, nonce: site.nonce, at: SystemTime().now, in: language))
    }

    private var back: Response { site.going(to: "/") }
}
