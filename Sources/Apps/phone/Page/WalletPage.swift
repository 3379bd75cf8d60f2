import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
import Translations
import Wallet

/// The wallet's part of the phone's page.
struct WalletPage: Sendable {
    let session: PhoneSession
    let name: String
    let site: LoopbackPage

    func add(to router: Router<BasicRequestContext>) {
        router.get("/wallet") { request, _ in await page(LoopbackPage.language(of: request)) }
        router.get("/wallet/live") { request, _ in await live(LoopbackPage.language(of: request)) }
        router.get("/wallet/card/:claim") { _, context in try await picture(context.parameters.get("claim")) }
        button("join", router) { form, wallet in await wallet.join((form["address"] ?? "").trimmingCharacters(in: .whitespaces)) }
        button("scan", router) { form, wallet in await wallet.scan((form["request"] ?? "").trimmingCharacters(in: .whitespaces)) }
        button("check", router) { _, wallet in await wallet.check() }
        button("remove", router) { form, wallet in await wallet.remove(claim: form["claim"] ?? "") }
        button("clear", router) { _, wallet in await wallet.clearHistory() }
        button("answer", router) { form, wallet in await Self.answer(form, wallet) }
    }

    /// A form of the page, which goes back to it.
    private func button(
        _ name: String, _ router: Router<BasicRequestContext>, _ press: @escaping @Sendable ([String: String], WalletShelf) async -> Void
    ) {
        router.post("/wallet/\(name)") { request, _ in
            let form = try await site.form(request)
            await session.withWallet { await press(form, $0) }
            return site.going(to: "/wallet")
        }
    }

    private static func answer(_ form: [String: String], _ wallet: WalletShelf) async {
        let id = form["request"] ?? ""
        guard form["dismiss"] == nil else { return await wallet.dismiss(id) }
        var (picks, words): ([Int: Set<Int>], [Int: String]) = ([:], [:])
        for (name, value) in form {
            let parts = name.split(separator: "-")
            let numbers = parts.dropFirst().compactMap { Int($0) }
            switch (parts.first, numbers.count) {
            case ("pick", 2): picks[numbers[0], default: []].insert(numbers[1])
            case ("word", 1): words[numbers[0]] = value.trimmingCharacters(in: .whitespaces)
            default: break
            }
        }
        await wallet.answer(id, picks: picks, words: words)
    }

    private func page(_ language: Language) async -> Response {
        site.html(WalletMarkup.page(name: name, live: await livePart(language), on: site, in: language))
    }

    private func live(_ language: Language) async -> Response { site.html(await livePart(language)) }

    private func livePart(_ language: Language) async -> String {
        let view = await session.view()
        return WalletMarkup.live(view.wallet, view.notices, token: site.token, at: SystemTime().now, in: language)
    }

    /// A card's picture, for an `img` of this page.
    private func picture(_ id: String?) async throws -> Response {
        let claim = await session.view().wallet.claims.first { $0.id.text == id }
        guard let picture = claim.flatMap(CardImage.init) else { throw HTTPError(.notFound) }
        return Response(
            status: .ok,
            headers: [.contentType: "image/svg+xml", .contentSecurityPolicy: CardImage.policy, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: picture.svg)))
    }
}
