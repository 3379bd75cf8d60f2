import Authenticator
import DeviceMessages
import Foundation
import MFA
import Primitives
import TerminalJourneys

/// The phone in the terminal: drawn again each second and after each key.
struct PhoneScreen {
    private let session: PhoneSession
    private let name: String

    init(_ session: PhoneSession, name: String) {
        self.session = session
        self.name = name
    }

    private enum Happening: Sendable {
        case key(UInt8)
        case tick
        case inputEnded
    }

    func run() async {
        let terminal = RawTerminal()
        defer { terminal.restore() }
        let (happenings, feed) = AsyncStream.makeStream(of: Happening.self)
        let keys = Task {
            for await byte in Terminal.keystrokes() { feed.yield(.key(byte)) }
            feed.yield(.inputEnded)
        }
        let clock = Task {
            while !Task.isCancelled {
                feed.yield(.tick)
                try? await Task.sleep(for: .milliseconds(500))
            }
        }
        defer {
            keys.cancel()
            clock.cancel()
        }
        await show(happenings)
    }

    private func show(_ happenings: AsyncStream<Happening>) async {
        var input = ScreenInput()
        for await happening in happenings {
            switch happening {
            case .inputEnded: return
            case .tick: break
            case .key(let byte):
                switch input.take(byte) {
                case .ended: return
                case .typing: break
                case .entered(let line): if await !obey(ScreenOrder(line)) { return }
                }
            }
            draw(Self.lines(await session.view(), name: name, typed: input.text, at: SystemTime().now))
        }
    }

    /// - Returns: whether to continue.
    private func obey(_ order: ScreenOrder) async -> Bool {
        let view = await session.view()
        switch order {
        case .pair(let text): await session.pair(text, trusting: false)
        case .trust(let text): await session.pair(text, trusting: true)
        case .scan(let text): await session.scan(text)
        case .unpair(let who):
            for pairing in view.pairings where pairing.user.username == who || pairing.id == who { await session.unpair(pairing.id) }
        case .add(let uri): await session.withShelf { await $0.add(uri) }
        case .next(let name): for id in Self.accounts(named: name, in: view) { await session.withShelf { await $0.next(id) } }
        case .remove(let name): for id in Self.accounts(named: name, in: view) { await session.withShelf { await $0.remove(id) } }
        case .approve(let number):
            if let id = view.waiting.first?.notification.id {
                await session.withShelf { await $0.approve(id, number: number) }
            } else if let request = view.requests.first {
                await session.approve(request.id, number: number)
            } else if let code = view.code {
                await session.decideCode(as: Self.user(of: code, number))
            }
        case .deny:
            if let id = view.waiting.first?.notification.id {
                await session.withShelf { await $0.deny(id) }
            } else if let request = view.requests.first {
                await session.deny(request.id)
            } else {
                await session.decideCode(as: nil)
            }
        case .offline: await session.setOffline(true)
        case .online: await session.setOffline(false)
        case .quit: return false
        case .unknown: break
        }
        return true
    }

    private static func accounts(named name: String, in view: PhoneSession.View) -> Set<Account.ID> {
        Set(view.cards.map(\.account).filter { [$0.id, $0.name, $0.issuer].contains(name) }.map(\.id))
    }

    /// Returns, of several users, the one with the number before their name.
    private static func user(of code: CodeRequest, _ number: Int?) -> String? {
        let users = code.claim.users
        let index = (number ?? 1) - 1
        return users.indices.contains(index) ? users[index].id : nil
    }

    private func draw(_ lines: [String]) {
        Terminal.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }

    /// Returns the lines on the screen.
    static func lines(_ view: PhoneSession.View, name: String, typed: String, at now: Date) -> [String] {
        var lines = ["  \(name)   \(view.isOffline ? "offline" : view.isConnected ? "● connected" : "○ not connected")", ""]
        if view.pairings.isEmpty {
            lines += ["  no pairings", "  pair KEY, or trust ADDRESS for the first key of a server", ""]
        } else {
            lines += view.pairings.map { TerminalText.plain("  \($0.user.username)   \($0.issuer.base)") } + [""]
        }
        if let passcode = view.passcode { lines += ["  " + passcode.line(at: now), ""] }
        for card in view.cards { lines += ["  \(card.account.title)", "    " + state(of: card, at: now)].map(TerminalText.plain) }
        if !view.cards.isEmpty { lines.append("") }
        for key in view.keys { lines.append(TerminalText.plain("  \(key.username)   \(key.title)")) }
        if !view.keys.isEmpty { lines.append("") }
        for waiting in view.waiting { lines += box(waiting, at: now) }
        for request in view.requests { lines += box(request, at: now) }
        if let code = view.code { lines += box(code) }
        lines += view.notices.map { TerminalText.plain("  · \($0)") }
        return lines + [
            "", "  a [number] approve   d deny   pair   scan   unpair   add   code   remove   offline   q quit", "  > \(typed)▏",
        ]
    }

    private static func state(of card: AccountShelf.Card, at now: Date) -> String {
        if let lock = card.account.lock { return "locked: \(lock.policy)" }
        return card.code?.line(at: now) ?? (card.password == nil ? "push" : "code \(card.account.name) for the next")
    }

    private static func box(_ waiting: AccountShelf.Waiting, at now: Date) -> [String] {
        let left = max(0, Int(waiting.notification.expires.timeIntervalSince(now)))
        return ["  ┃ \u{1B}[1mSign-in\u{1B}[0m   \(left) s"] + waiting.notification.lines(account: waiting.account).map(line) + [""]
    }

    private static func box(_ request: MFARequest, at now: Date) -> [String] {
        let left = max(0, Int(request.expires.timeIntervalSince(now)))
        return ["  ┃ \u{1B}[1mSign-in\u{1B}[0m   \(left) s"] + request.lines.map(line) + [""]
    }

    private static func box(_ code: CodeRequest) -> [String] {
        let users = code.claim.users.enumerated().map { line("\($0.offset + 1) \($0.element.username)") }
        return ["  ┃ \u{1B}[1mSign in by code\u{1B}[0m   as whom?  a 1, a 2 … or d"] + users + [""]
    }

    private static func line(_ text: String) -> String { "  ┃ " + TerminalText.plain(text) }
}
