import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
import Verification
import VerificationMessages
import VisionMessages

/// The part of the phone's page that verifies its user's identity. It has no script: pictures come with the form.
struct VerifyPage: Sendable {
    /// The largest form with pictures: three images at their longest, and the rest.
    private static let longestForm = 3 * (8 << 20) + (64 << 10)

    let session: PhoneSession
    let name: String
    let site: LoopbackPage

    func add(to router: Router<BasicRequestContext>) {
        router.get("/verify") { request, _ in
            let desk = await session.verification
            await desk.look()
            let language = LoopbackPage.language(of: request)
            return site.html(VerifyMarkup.page(name: name, await desk.view, await session.view().notices, on: site, in: language))
        }
        button("begin", router) { form, desk in
            await desk.begin((form["code"] ?? "").trimmingCharacters(in: .whitespaces), trusting: form["trust"] != nil)
        }
        button("forget", router) { _, desk in await desk.forget() }
        router.post("/verify/submit") { request, _ in
            let body = try await request.body.collect(upTo: Self.longestForm)
            let form: PictureForm
            do {
                form = try PictureForm(Array(body.readableBytesView), contentType: request.headers[.contentType] ?? "")
            } catch { throw HTTPError(.badRequest, message: PhoneFailure(error).lines[0]) }
            guard site.isToken(form.text("token")) else { throw HTTPError(.forbidden, message: "the form is not of this page") }
            do { await session.verification.submit(try Self.cards(form)) } catch { await session.note(PhoneFailure(error).lines[0]) }
            return site.going(to: "/verify")
        }
    }

    /// A form of the page, which goes back to it.
    private func button(
        _ name: String, _ router: Router<BasicRequestContext>,
        _ press: @escaping @Sendable ([String: String], VerificationDesk) async -> Void
    ) {
        router.post("/verify/\(name)") { request, _ in
            let form = try await site.form(request)
            await press(form, await session.verification)
            return site.going(to: "/verify")
        }
    }

    private static func cards(_ form: PictureForm) throws(PhoneFailure) -> [CapturedCard] {
        guard let type = form.text("type").flatMap({ IdentityCardType(exactly: $0) }), type.isDocument else {
            throw PhoneFailure("choose the kind of the document")
        }
        guard let front = try image("front", .front, form) else { throw PhoneFailure("choose the photograph of the document's front") }
        let back = type.sides.optional == nil ? nil : try image("back", .back, form)
        let document = CapturedCard(type, id: type.rawValue.lowercased(), images: [front, back].compactMap(\.self))
        let selfie = try image("selfie", .selfie, form).map { CapturedCard(.selfie, id: "selfie", images: [$0]) }
        return [document, selfie].compactMap(\.self)
    }

    private static func image(_ name: String, _ side: ImageSide, _ form: PictureForm) throws(PhoneFailure) -> CapturedImage? {
        guard let bytes = form[name] else { return nil }
        do { _ = try ImageHeader(of: bytes) } catch { throw PhoneFailure("\(name): \(error.reason)") }
        return CapturedImage(side, bytes)
    }
}
