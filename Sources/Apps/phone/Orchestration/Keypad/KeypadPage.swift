import Hummingbird
import Orchestration
import Primitives
import ServiceLifecycle

/// The page with the keypad, while a command runs. Its address has a part that other users of the machine can't guess.
struct KeypadPage: Sendable {
    let prompts: PagePrompts
    let site: LoopbackPage
    /// The page's path.
    let path: String
    private let appearance: KeypadAppearance

    init(
        _ prompts: PagePrompts, appearance: KeypadAppearance = KeypadAppearance(), port: Int = 0, random: any RandomSource = SystemRandom()
    ) {
        self.prompts = prompts
        self.appearance = appearance
        site = LoopbackPage(port: port, random: random)
        path = "/" + random.token(16)
    }

    /// Serves the page while a flow runs, and shows how it has ended.
    /// - Parameter isReady: told the page's address.
    func whileOpen<Value>(_ isReady: (String) -> Void, _ body: (any UserPrompts) async throws -> Value) async throws -> Value {
        let (opened, tell) = AsyncStream.makeStream(of: Void.self)
        let service = site.service(router()) { tell.yield() }
        let (site, prompts) = (site, prompts)
        let serving = Task {
            defer { tell.finish() }
            do { try await site.run(service) } catch {
                await prompts.close()
                throw error
            }
            await prompts.close()
        }
        guard await opened.first(where: { true }) != nil else {
            try await serving.value
            throw PhoneFailure("the page was ended before it was served")
        }
        isReady(site.base + path)
        let result: Result<Value, any Error>
        do { result = .success(try await body(prompts)) } catch { result = .failure(error) }
        await prompts.end(Self.sentence(result))
        await service.triggerGracefulShutdown()
        try? await serving.value
        return try result.get()
    }

    func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: PageGuard(page: site))
        router.get(RouterPath(path)) { _, _ in
            let (content, number) = await prompts.look()
            return site.html(KeypadMarkup(appearance: appearance, token: site.token, nonce: site.nonce).page(content, number))
        }
        router.post(RouterPath(path)) { request, _ in
            await prompts.take(try await site.form(request))
            return site.going(to: path)
        }
        return router
    }

    private static func sentence<Value>(_ result: Result<Value, any Error>) -> String {
        switch result {
        case .success: "Done. You can close this page."
        case .failure(let error): PhoneFailure(error).lines.joined(separator: " ")
        }
    }
}
