import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Primitives
import Synchronization

/// The phone as a page, on this machine only.
struct PhonePage: Sendable {
    /// The largest form or image that is taken.
    private static let longestBody = 16 << 20

    let session: PhoneSession
    let name: String
    private let port: Int
    /// The token in every form; a page of an attacker's can't know it.
    let token: String
    /// The nonce in the page's policy, so that no other script runs.
    private let nonce: String
    private let bound = Bound()

    final class Bound: Sendable {
        private let value = Mutex(0)
        var port: Int {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }
    }

    init(_ session: PhoneSession, name: String, port: Int, random: any RandomSource = SystemRandom()) {
        self.session = session
        self.name = name
        self.port = port
        token = random.token()
        nonce = random.token(16)
        bound.port = port
    }

    /// Serves the page until the program ends.
    /// - Parameter isReady: told the page's address.
    func run(_ isReady: @escaping @Sendable (String) -> Void) async throws {
        var logger = Logger(label: "phone")
        logger.logLevel = .critical
        let app = Application(
            router: router(), configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { [bound] channel in
                bound.port = channel.localAddress?.port ?? bound.port
                isReady("http://127.0.0.1:\(bound.port)/")
            }, logger: logger)
        do { try await app.runService() } catch let error as IOError {
            throw PhoneFailure(
                "the page can't be served on port \(port): \(error.errnoCode == EADDRINUSE ? "it is in use; choose another with --port" : "\(error)")"
            )
        }
    }

    func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: PageGuard(page: self))
        router.get("/") { _, _ in await page() }
        router.get("/live") { _, _ in html(PageMarkup.live(await session.view(), token: token, at: SystemTime().now)) }
        router.post("/pair") { request, context in
            let form = try await form(request, context)
            await session.pair(form["key"] ?? "", trusting: form["trust"] != nil)
            return back
        }
        router.post("/scan") { request, context in
            let form = try await form(request, context)
            await session.scan(form["code"] ?? "")
            return back
        }
        router.post("/image") { request, context in try await image(request, context) }
        router.post("/decide") { request, context in
            let form = try await form(request, context)
            await decide(form)
            return back
        }
        router.post("/code") { request, context in
            let form = try await form(request, context)
            await session.decideCode(as: form["deny"] == nil ? form["user"] : nil)
            return back
        }
        router.post("/answer") { request, context in
            let form = try await form(request, context)
            await answer(form)
            return back
        }
        router.post("/account") { request, context in
            let form = try await form(request, context)
            let id = form["account"] ?? ""
            await session.withShelf { shelf in
                if form["remove"] == nil { await shelf.next(id) } else { await shelf.remove(id) }
            }
            return back
        }
        router.post("/login") { request, context in
            let form = try await form(request, context)
            let policy = (form["policy"] ?? "").trimmingCharacters(in: .whitespaces)
            let redirect = "http://127.0.0.1:\(bound.port)/callback"
            guard let address = await session.beginSignIn(policy: policy.isEmpty ? nil : policy, redirect: redirect) else { return back }
            // Not by a redirect: this page's forms lead to itself alone.
            return html(PageMarkup.leaving(to: address.absoluteString))
        }
        router.get("/callback") { request, _ in
            await session.comeBack(request.uri.query ?? "")
            // Forward by a page of our own, so that the code isn't in the address of what is shown.
            return html(PageMarkup.leaving(to: "/"))
        }
        router.post("/offer") { request, context in
            let form = try await form(request, context)
            await session.decideOffer(approves: form["deny"] == nil)
            return back
        }
        router.post("/unpair") { request, context in
            let form = try await form(request, context)
            await session.unpair(form["pairing"] ?? "")
            return back
        }
        router.post("/switch") { request, context in
            let form = try await form(request, context)
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
    private func image(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
        guard request.headers[PageGuard.tokenField] == token else { throw HTTPError(.forbidden, message: "the form is not of this page") }
        let bytes = try await request.body.collect(upTo: Self.longestBody)
        await session.read(
            image: Array(bytes.readableBytesView), trusting: request.headers[PageGuard.trustField] == "1")
        return Response(status: .noContent)
    }

    // MARK: - Answers

    private func page() async -> Response {
        html(PageMarkup.page(name: name, await session.view(), token: token, nonce: nonce, at: SystemTime().now))
    }

    private func html(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private var back: Response { Response(status: .seeOther, headers: [.location: "/"]) }

    /// The fields of a form that this page made.
    private func form(_ request: Request, _ context: BasicRequestContext) async throws -> [String: String] {
        let bytes = try await request.body.collect(upTo: 64 << 10)
        var components = URLComponents()
        components.percentEncodedQuery = String(buffer: bytes).replacing("+", with: "%20")
        let fields = Dictionary((components.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
        guard constantTimeEqual(Array((fields["token"] ?? "").utf8), Array(token.utf8)) else {
            throw HTTPError(.forbidden, message: "the form is not of this page")
        }
        return fields
    }

    // MARK: - Who may ask

    /// Whether a request names this page's own address: another name that leads here is an attack (DNS rebinding).
    func isOwn(authority: String?) -> Bool {
        guard let authority else { return false }
        return ["127.0.0.1:\(bound.port)", "localhost:\(bound.port)", "[::1]:\(bound.port)"].contains(authority.lowercased())
    }

    var policy: String {
        "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    }
}

/// Lets only requests of this page through.
struct PageGuard: RouterMiddleware {
    static let tokenField = HTTPField.Name("X-Phone-Token") ?? .userAgent
    static let trustField = HTTPField.Name("X-Phone-Trust") ?? .userAgent

    let page: PhonePage

    func handle(
        _ request: Request, context: BasicRequestContext, next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        guard page.isOwn(authority: request.head.authority) else {
            throw HTTPError(.misdirectedRequest, message: "this page has another address")
        }
        if request.method == .post, let origin = request.headers[.origin] {
            guard origin.hasPrefix("http://"), page.isOwn(authority: String(origin.dropFirst(7))) else {
                throw HTTPError(.forbidden, message: "the form is of another page")
            }
        }
        var response = try await next(request, context)
        response.headers[.contentSecurityPolicy] = page.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        // With `no-referrer` a browser would send forms with the origin `null`, as from anywhere.
        if let field = HTTPField.Name("Referrer-Policy") { response.headers[field] = "same-origin" }
        return response
    }
}
