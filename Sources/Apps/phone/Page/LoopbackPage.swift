import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import OAuthMessages
import Primitives
import ServiceLifecycle
import Synchronization
import Translations
import UnixSignals

/// The parts that the pages of this program have in common: served on this machine only, to their own address, with forms that no other page can make.
struct LoopbackPage: Sendable {
    /// The token in every form; a page of an attacker's can't know it.
    let token: String
    /// The nonce in the page's policy, so that no other script and no other style counts.
    let nonce: String
    private let bound: Bound

    /// The port, which is known once the page is served.
    private final class Bound: Sendable {
        private let value: Mutex<Int>
        init(_ port: Int) { value = Mutex(port) }
        var port: Int {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }
    }

    /// Makes a page.
    /// - Parameter port: 0 takes a free one.
    init(port: Int, random: any RandomSource) {
        token = random.token()
        nonce = random.token(16)
        bound = Bound(port)
    }

    /// The page's address, without a path.
    var base: String { "http://127.0.0.1:\(bound.port)" }

    // MARK: - Serving

    /// The service of the page. It ends by signals, and when it is told to.
    /// - Parameter isReady: called once the page can be reached.
    func service(_ router: Router<BasicRequestContext>, _ isReady: @escaping @Sendable () -> Void) -> ServiceGroup {
        var logger = Logger(label: "phone")
        logger.logLevel = .critical
        let app = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: bound.port)),
            onServerRunning: { [bound] channel in
                bound.port = channel.localAddress?.port ?? bound.port
                isReady()
            }, logger: logger)
        let named = ServiceGroupConfiguration.ServiceConfiguration(service: app, serviceName: "page")
        return ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [named], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    }

    /// Serves the page until the service ends.
    func run(_ service: ServiceGroup) async throws {
        do { try await service.run() } catch let error as IOError {
            let reason = error.errnoCode == EADDRINUSE ? "it is in use; choose another with --port" : "\(error)"
            throw PhoneFailure("the page can't be served on port \(bound.port): \(reason)")
        }
    }

    // MARK: - Answers

    /// The language in which a request's reader wants a page.
    static func language(of request: Request) -> Language { Language(acceptLanguage: request.headers[.acceptLanguage]) }

    func html(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// A page's address that the browser goes to after a form.
    func going(to path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }

    // MARK: - Who may ask

    /// The fields of a form that this page made.
    func form(_ request: Request) async throws -> [String: String] {
        let bytes = try await request.body.collect(upTo: FormBody.maximumBytes)
        let form: FormBody
        do { form = try FormBody(parsing: bytes.readableBytesView) } catch {
            throw HTTPError(.badRequest, message: "the body is no form: \(error.explanation)")
        }
        let fields = Dictionary(form.parameters.map { ($0.name, $0.value) }) { first, _ in first }
        guard isToken(fields["token"]) else { throw HTTPError(.forbidden, message: "the form is not of this page") }
        return fields
    }

    /// Whether a text is the token of this page's forms.
    func isToken(_ text: String?) -> Bool { constantTimeEqual(Array((text ?? "").utf8), Array(token.utf8)) }

    /// Whether a request names this page's own address: another name that leads here is an attack (DNS rebinding).
    func isOwn(authority: String?) -> Bool {
        guard let authority else { return false }
        return ["127.0.0.1:\(bound.port)", "localhost:\(bound.port)", "[::1]:\(bound.port)"].contains(authority.lowercased())
    }

    /// The page's content security policy.
    var policy: String {
        "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    }
}

/// Lets only requests of this page through.
struct PageGuard: RouterMiddleware {
    let page: LoopbackPage

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
        // A picture's answer has a stricter policy of its own.
        if response.headers[.contentSecurityPolicy] == nil { response.headers[.contentSecurityPolicy] = page.policy }
        response.headers[.xContentTypeOptions] = "nosniff"
        // With `no-referrer` a browser would send forms with the origin `null`, as from anywhere.
        if let field = HTTPField.Name("Referrer-Policy") { response.headers[field] = "same-origin" }
        if let field = HTTPField.Name("Cross-Origin-Resource-Policy") { response.headers[field] = "same-origin" }
        return response
    }
}
