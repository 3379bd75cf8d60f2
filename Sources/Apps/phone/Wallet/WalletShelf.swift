import DeviceFoundation
import Foundation
import Primitives
import VerifiableClaims
import Wallet

/// The wallet of a phone that is on: what its page shows of it, and what the page's buttons do.
actor WalletShelf {
    /// The view that is shown.
    struct View: Sendable {
        /// The wallet's id; nil for a phone whose wallet has joined no server.
        var id: UUID?
        /// The claims, the newest first.
        var claims: [HeldClaim] = []
        var requests: [WaitingRequest] = []
        /// The shares that were made, the newest first.
        var history: [SharedRecord] = []
    }

    private let home: WalletHome
    private let time: any TimeSource
    private let random: any RandomSource
    private let note: @Sendable (String) async -> Void
    /// Lets one use of the wallet through at a time, so that only other programs are refused by the folder's lock.
    private let gate = SerialGate()
    private var listening: Task<Void, Never>?
    private var requests: [WaitingRequests.Entry] = []
    private var shown = View()
    /// The failure that was noted last, which isn't noted again while it lasts.
    private var lastFailure: String?

    init(_ home: WalletHome, time: any TimeSource, random: any RandomSource, note: @escaping @Sendable (String) async -> Void) {
        self.home = home
        self.time = time
        self.random = random
        self.note = note
    }

    /// Looks for mail every three seconds, until ``stop()``.
    func start() {
        listening?.cancel()
        listening = Task { [weak self] in
            while !Task.isCancelled {
                await self?.look()
                try? await Task.sleep(for: .seconds(3))
            }
        }
    }

    func stop() { listening?.cancel() }

    var view: View {
        var view = shown
        let now = time.now
        view.requests = shown.requests.filter { $0.request.challenge?.expires.map { now < $0 } ?? true }
        return view
    }

    /// Fetches the mail once, and reads what is kept.
    func look() async {
        guard home.address != nil else { return forget() }
        do {
            try await use { wallet in
                do { try await wallet.receive(self) } catch {
                    // The kept claims can be shown without a network.
                    try await self.show(wallet)
                    throw error
                }
            }
            lastFailure = nil
        } catch {
            let line = PhoneFailure(error).lines[0]
            // While a command uses the wallet, its mail waits.
            guard line != PhoneHome.busy else { return }
            if line != lastFailure { await note(line) }
            lastFailure = line
        }
    }

    // MARK: - Buttons

    func join(_ address: String) async {
        await attempt { [self] in
            try await gate.run { [home] in
                let lock = try home.phone.home.lockNow()
                defer { withExtendedLifetime(lock) {} }
                let wallet = try await home.join(address)
                try await load(wallet)
                try await show(wallet)
            }
            return "the wallet has joined"
        }
    }

    /// Reads a request of a service: its address, or its JSON.
    func scan(_ text: String) async {
        await attempt { [self] in
            try await use { wallet in try await self.add(try await wallet.readRequest(text)) }
            return nil
        }
    }

    /// Shares what the user has chosen in answer to a request.
    func answer(_ id: String, picks: [Int: Set<Int>], words: [Int: String]) async {
        await attempt { [self] in
            guard let waiting = shown.requests.first(where: { $0.id == id }) else { return "that request is over" }
            let selections = waiting.selections(picks: picks, words: words)
            guard !selections.isEmpty else { return "nothing was chosen, and nothing shared" }
            try await use { wallet in
                try await wallet.share(selections, with: waiting.request.sender, answering: waiting.request)
                try await self.remove(id)
            }
            return "shared"
        }
    }

    /// Takes a request away; the party that asks learns nothing.
    func dismiss(_ id: String) async {
        await attempt { [self] in
            try await use { _ in try await self.remove(id) }
            return nil
        }
    }

    /// Looks in the log whether the claims are still good.
    func check() async {
        await attempt { [self] in
            try await use { wallet in try await wallet.refreshClaims() }
            return "the log was asked about all claims"
        }
    }

    func remove(claim id: String) async {
        await attempt { [self] in
            try await use { wallet in
                for claim in try await wallet.claims where claim.id.text == id { try await wallet.remove(claim) }
            }
            return "the claim was removed"
        }
    }

    func clearHistory() async {
        await attempt { [self] in
            try await use { wallet in try await wallet.clearHistory() }
            return nil
        }
    }

    // MARK: - The wallet

    /// Opens the wallet, uses it, and shows it as it is then. No other program uses it meanwhile.
    private func use(_ body: @escaping @Sendable (Wallet) async throws -> Void) async throws {
        try await gate.run { [home] in
            let lock = try home.phone.home.lockNow()
            defer { withExtendedLifetime(lock) {} }
            // The page shows the user all fields of an answer before its button is pressed.
            let wallet = try await home.open(consent: ConsentByCall())
            try await self.load(wallet)
            try await body(wallet)
            try await self.show(wallet)
        }
    }

    /// Reads the requests that are kept, where those at hand are of another wallet or of none.
    private func load(_ wallet: Wallet) async throws {
        guard shown.id != wallet.id else { return }
        requests = try await record.entries(of: wallet.id)
        shown = View(id: wallet.id)
    }

    private func show(_ wallet: Wallet) async throws {
        var waiting: [WaitingRequest] = []
        for entry in requests {
            waiting.append(WaitingRequest(id: entry.id, entry.request, matches: try await wallet.matches(entry.request)))
        }
        shown = View(id: wallet.id, claims: try await wallet.claims.reversed(), requests: waiting, history: try await wallet.history)
    }

    private func add(_ request: ShareRequest) async throws {
        // The same request, scanned again, is one request.
        guard !requests.contains(where: { $0.request == request }) else { return }
        try await keep(requests + [WaitingRequests.Entry(id: random.token(12), request: request)])
    }

    private func remove(_ id: String) async throws { try await keep(requests.filter { $0.id != id }) }

    /// Keeps the requests, without those whose time is over.
    private func keep(_ changed: [WaitingRequests.Entry]) async throws {
        guard let id = shown.id else { return }
        requests = changed.filter { entry in entry.request.challenge?.expires.map { time.now < $0 } ?? true }
        try await record.keep(requests, of: id)
    }

    private var record: WaitingRequests {
        get throws { WaitingRequests(store: try home.phone.home.store()) }
    }

    private func forget() { (requests, shown) = ([], View()) }

    private func attempt(_ action: () async throws -> String?) async {
        do { if let text = try await action() { await note(text) } } catch { await note(PhoneFailure(error).lines[0]) }
    }
}

extension WalletShelf: WalletInbox {
    func receive(_ message: ReceivedMessage) async {
        if case .request(let request) = message.content {
            return await attempt { [self] in
                try await add(request)
                return nil
            }
        }
        let words = message.text.map { ": \($0)" } ?? ""
        await note("\(message.sender.text) \(TerminalInbox.described(message).sentence)\(words)")
        for error in message.errors { await note("not believed: \(error.reason)") }
    }

    func receive(failure: WalletError) async { await note("mail that can't be read: \(failure.reason)") }
}
