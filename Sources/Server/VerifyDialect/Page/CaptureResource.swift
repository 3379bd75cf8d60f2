import DeviceMessages
import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import PageHTTP
import Pages
import Primitives
import RealmHTTP
import Translations
import VerificationMessages
import Verifications

/// `/verify`: the page on which a user without an app verifies their identity (`docs/protocols/verify.md` 12). Each call is the app's of
/// the same name, for a browser.
struct CaptureResource: Sendable {
    let reader: VerifyReader
    let services: CaptureServices
    let cookie: CaptureCookie

    /// The longest form with a picture, in bytes: 8 MiB and the fields beside it.
    private static let longestForm = ImageReference.mostBytes + (64 << 10)

    private var verifications: Verifications { reader.verifications }

    init(reader: VerifyReader, services: CaptureServices) {
        self.reader = reader
        self.services = services
        cookie = CaptureCookie(at: reader.reader.configuration.publicAddress, random: services.random)
    }

    /// The most cookies of a browser by which a verification may have been begun: ours, and one that was planted.
    private static let mostCookies = 2

    // MARK: - The code

    /// `GET /verify`: what the verification does. The code is looked up by the form alone, so that a program that follows links uses none up.
    func consent(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let site = try await site(request)
        let code = try request.query().given("code").flatMap { VerificationCode.canonical($0) == nil ? nil : $0 }
        return consentPage(request, site, code: code)
    }

    /// `POST /verify`: begins the verification.
    func begin(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let (site, form) = (try await site(request), try await request.form())
        let values = cookie.values(in: request)
        guard let sent = try form.given(PageForm.csrfField), let value = values.first(where: { services.forms.isToken(sent, for: $0) })
        else { throw Self.refusal(.forbidden, request) }
        let code = try form.given(VerificationConsentPage.codeField) ?? ""
        do {
            let address = reader.reader.address(of: request, context)
            let cookies = [value] + values.filter { !$0.isExactly(value) }.prefix(Self.mostCookies - 1)
            let browser = try await verifications.begin(code, inBrowser: cookies.map { Secret($0) }, from: address, at: site)
            return redirect(to: CapturePath(of: browser.id, at: site).base)
        } catch let error as DeviceError where error.code == .notFound {
            return consentPage(request, site, problem: .unknownCode, status: .notFound)
        } catch let error as DeviceError where error.code == .rateLimited {
            return consentPage(request, site, code: code, problem: .tooMany, status: .tooManyRequests)
        }
    }

    private func consentPage(
        _ request: Request, _ site: VerificationSite, code: String? = nil, problem: VerificationProblem? = nil,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let held = cookie.held(in: request)
        let value = held ?? cookie.new()
        let page = VerificationConsentPage(
            language: Language(of: request),
            form: PageForm(action: CapturePath.start(in: site), csrfToken: services.forms.token(for: value)), code: code,
            retention: site.retention, problem: problem)
        var response = Response.page(services.pages.of(site.realm).render(page), status: status)
        if held == nil { response.setCookie(cookie.carrying(value)) }
        return response
    }

    // MARK: - The pictures

    /// `GET /verify/page/{realm}/{id}`: the step that the verification is at, or its result.
    func show(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let turn = try await turn(request, context)
        let visit = try await verifications.visit(by: turn.browser)
        return try page(visit, turn, CaptureQuery(try request.query()))
    }

    /// `POST /verify/page/{realm}/{id}/pictures/{card}/{side}`
    func take(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let turn = try await turn(request, context)
        let visit = try await verifications.visit(by: turn.browser)
        guard let slot = try Self.slot(context), let document = slot.card.isDocument ? slot.card : visit.document,
            visit.documents.contains(document), visit.slots(document).contains(slot)
        else { throw WireError.nothingThere }
        let query = CaptureQuery(document: document, side: slot.side)
        do {
            let faults = try await take(request, slot, turn, context)
            let after = try await verifications.visit(by: turn.browser)
            return redirect(to: faults.isEmpty ? turn.path.step(after: slot, of: document, after) : turn.path.step(slot, of: document))
        } catch let error as DeviceError where error.code == .malformed {
            return try page(visit, turn, query, .noPicture, .badRequest)
        } catch let error as DeviceError where error.code == .rateLimited {
            return try page(visit, turn, query, .tooMany, .tooManyRequests)
        } catch let error as WireError where error.status == .contentTooLarge {
            return try page(visit, turn, query, .tooLarge, .contentTooLarge)
        } catch let error as DeviceError where Self.isOutdated(error) { return redirect(to: turn.path.base) }
    }

    private func take(
        _ request: Request, _ slot: CaptureSlot, _ turn: CaptureTurn, _ context: GatehouseContext
    ) async throws -> [PictureFault] {
        let address = reader.reader.address(of: request, context)
        let room = try await verifications.admitPicture(by: turn.browser, from: address)
        defer { room.leave() }
        let form = try await request.multipartForm(upTo: Self.longestForm)
        try require(try form.value(PageForm.csrfField), turn, request)
        guard let file = form.file(CapturePage.pictureField) else { throw DeviceError(.malformed, "no picture was sent") }
        guard file.count <= ImageReference.mostBytes else { throw WireError(.contentTooLarge, "the picture is too large") }
        let token = Secret(try form.value(CapturePage.tokenField) ?? "")
        return try await verifications.take(file, as: slot, token: token, by: turn.browser, at: turn.site)
    }

    /// `POST /verify/page/{realm}/{id}/submission`
    func submit(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let turn = try await turn(request, context)
        let form = try await request.form()
        try require(try form.given(PageForm.csrfField), turn, request)
        do {
            let token = Secret(try form.given(CapturePage.tokenField) ?? "")
            _ = try await verifications.submit(token: token, by: turn.browser, at: turn.site)
        } catch let error as DeviceError where error.code == .policy {
            return try page(try await verifications.visit(by: turn.browser), turn, CaptureQuery(), .incomplete, .badRequest)
        } catch let error as DeviceError where Self.isOutdated(error) {}
        return redirect(to: turn.path.base)
    }

    /// Whether the page that sent something was left behind by another one: the user sees where the verification stands.
    private static func isOutdated(_ error: DeviceError) -> Bool { [.replayed, .expired, .conflict, .notFound].contains(error.code) }
}

extension CaptureResource {
    /// The realm of a request's query.
    private func site(_ request: Request) async throws -> VerificationSite {
        guard let site = try await reader.site(named: try request.query().given("realm") ?? "") else {
            throw Self.refusal(.notFound, request, .unknownCode)
        }
        return site
    }

    /// The browser that began the verification of the path.
    /// - Throws: a 404 for any other.
    private func turn(_ request: Request, _ context: GatehouseContext) async throws -> CaptureTurn {
        guard let site = try await reader.site(named: try context.parameters.require(VerifyReader.realm)),
            let id = try? VerifyReader.id("id", context)
        else { throw Self.refusal(.notFound, request) }
        for value in cookie.values(in: request) {
            guard let browser = try? await verifications.browser(with: Secret(value), of: id, at: site) else { continue }
            return CaptureTurn(site: site, browser: browser, cookie: value, language: Language(of: request))
        }
        throw Self.refusal(.notFound, request)
    }

    private func require(_ token: String?, _ turn: CaptureTurn, _ request: Request) throws {
        guard let token, services.forms.isToken(token, for: turn.cookie) else { throw Self.refusal(.forbidden, request) }
    }

    private static func refusal(
        _ status: HTTPResponse.Status, _ request: Request, _ problem: VerificationProblem = .otherBrowser
    ) -> WireError { WireError(status, problem.text(in: Language(of: request))) }

    private static func slot(_ context: GatehouseContext) throws -> CaptureSlot? {
        guard let card = IdentityCardType(exactly: try context.parameters.require("card")),
            let side = ImageSide(exactly: try context.parameters.require("side"))
        else { return nil }
        return CaptureSlot(card, side)
    }

    private func redirect(to path: String) -> Response {
        var response = Response.redirect(to: reader.reader.configuration.publicAddress.url(path), status: .seeOther)
        response.headers.append(contentsOf: HTTPFields.noStore)
        return response
    }
}
