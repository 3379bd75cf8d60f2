import AsyncHTTPTransport
import Authenticator
import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
import OneTimePassword
import Primitives
import QRScanning
import TerminalJourneys

/// A phone that is on: what screen and page show, and what their buttons do.
actor PhoneSession {
    /// The view that is shown.
    struct View: Sendable {
        var pairings: [MFAPairing] = []
        var requests: [MFARequest] = []
        var code: CodeRequest?
        var passcode: Passcode?
        var cards: [AccountShelf.Card] = []
        var waiting: [AccountShelf.Waiting] = []
        /// Bound keys and passkeys.
        var keys: [PhoneKey] = []
        var isConnected = false
        var isOffline = false
        var notices: [String] = []
        var issuers: [DeviceIssuer] = []
        /// A pairing that a sign-in to the app has brought.
        var offer: PairingOffer?
        var wallet = WalletShelf.View()
    }

    private let options: PhoneOptions
    private let network: SwitchableNetwork
    private let time: any TimeSource
    private var device: MFADevice?
    private var shelf: AccountShelf?
    private var wallet: WalletShelf?
    private var desk: VerificationDesk?
    private var keyring: JourneyPlayer?
    private var listening: Task<Void, Never>?
    private var requests: [MFARequest] = []
    private var code: CodeRequest?
    private var offer: PairingOffer?
    private var browser: PageBrowser?
    private var isConnected = false
    private var notices: [String] = []

    init(_ options: PhoneOptions, time: any TimeSource = SystemTime()) throws {
        self.options = options
        self.time = time
        network = SwitchableNetwork(try options.network(), isOff: options.offline)
    }

    /// Switches on, as far as there is anything to switch on.
    func start() async throws {
        await shelf?.stop()
        let shelf = AccountShelf(try await options.accounts(transport: network), time: time) { [weak self] in await self?.note($0) }
        self.shelf = shelf
        keyring = try options.player()
        await shelf.start()
        guard try !options.home.issuers().isEmpty else { return }
        let device = try await options.open(transport: network)
        self.device = device
        listening?.cancel()
        isConnected = false
        listening = Task { [weak self] in
            do {
                for try await event in device.events { await self?.take(event) }
            } catch { await self?.note("\(PhoneFailure(error).lines[0])") }
        }
    }

    /// The wallet, made at the first call. Once it is started it takes the mail, so that only a view that shows requests starts it.
    @discardableResult
    func prepareWallet() -> WalletShelf {
        let home = WalletHome(phone: options, transport: network)
        let wallet = wallet ?? WalletShelf(home, time: time, random: SystemRandom()) { [weak self] in await self?.note($0) }
        self.wallet = wallet
        return wallet
    }

    /// The verification of the user's identity, made at the first call.
    var verification: VerificationDesk {
        let desk = desk ?? VerificationDesk(VerificationHome(phone: options, transport: network)) { [weak self] in await self?.note($0) }
        self.desk = desk
        return desk
    }

    func stop() async {
        listening?.cancel()
        await shelf?.stop()
        await wallet?.stop()
    }

    func view() async -> View {
        requests.removeAll { $0.expires <= time.now }
        if let expires = offer?.expires, expires <= time.now { offer = nil }
        return View(
            pairings: (try? await device?.pairings) ?? [], requests: requests, code: code, passcode: try? await device?.passcode(),
            cards: await shelf?.cards ?? [], waiting: await shelf?.waiting ?? [], keys: (try? await keyring?.keys()) ?? [],
            isConnected: isConnected && !network.isOff, isOffline: network.isOff, notices: notices,
            issuers: (try? options.home.issuers()) ?? [], offer: offer, wallet: await wallet?.view ?? WalletShelf.View())
    }

    // MARK: - Buttons

    /// Pairs by a key. `trusting` trusts the server that its address names.
    func pair(_ text: String, trusting: Bool) async {
        await attempt { [self] in
            if trusting, let parsed = try? PairingKeyText(text), let base = parsed.base, let realm = parsed.realm {
                let issuer = DeviceIssuer(base: base, realm: realm)
                if try !options.home.issuers().contains(issuer) {
                    try options.home.trust(issuer)
                    try await start()
                }
            }
            let outcome = try await opened().pair(with: text)
            return PairCommand.sentence(outcome)
        }
    }

    func unpair(_ id: String) async {
        await attempt { [self] in
            try await opened().unpair(id)
            return "the pairing was removed"
        }
    }

    func approve(_ id: String, number: Int?) async {
        await decide(id) { request in
            try await request.approve(number: number)
            return "approved"
        }
    }

    func deny(_ id: String, reason: ChallengeDecision.Reason = .none) async {
        await decide(id) { request in
            try await request.deny(reason: reason)
            return "denied"
        }
    }

    /// Uses a code: an account to add, a request to the wallet, or an authentication code.
    func scan(_ text: String) async {
        guard !Self.isAccount(text) else { return await shelf?.add(text) ?? () }
        guard !Self.isRequest(text) else { return await wallet?.scan(text) ?? () }
        await attempt { [self] in
            let request = try await opened().authenticate(code: text)
            code = request.claim.status == .claimed ? request : nil
            return request.claim.status == .claimed
                ? "the code asks for your decision" : "the code is \(request.claim.status.rawValue.lowercased())"
        }
    }

    /// Decides about the code that was scanned: approves as a user, or denies when there is none.
    func decideCode(as user: String?) async {
        guard let request = code else { return }
        code = nil
        await attempt {
            let status = if let user { try await request.approve(user: user) } else { try await request.deny() }
            return "the code is \(status.rawValue.lowercased())"
        }
    }

    // MARK: - Signing in to the app

    /// Begins to sign in to the app; where the browser is to go, or nil when that failed.
    func beginSignIn(policy: String?, redirect: String) async -> URL? {
        browser?.giveUp()
        offer = nil
        let browser = PageBrowser(redirect: redirect)
        self.browser = browser
        Task { await signIn(through: browser, policy: policy) }
        return await browser.address()
    }

    private func signIn(through browser: PageBrowser, policy: String?) async {
        await attempt { [self] in
            defer { browser.giveUp() }
            let device = try opened()
            guard let issuer = try options.home.issuers().first else { return nil }
            let app = AppSignIn(device: device, issuer: issuer, client: options.client, transport: network)
            let outcome = try await app.run(through: browser, policy: policy)
            offer = outcome.offer
            return outcome.sentence
        }
    }

    /// The browser is back.
    func comeBack(_ query: String) async {
        guard let browser, browser.come(back: query) else { return note("this sign-in is no longer waited for") }
        self.browser = nil
    }

    /// Pairs as the sign-in offered, or lets it be.
    func decideOffer(approves: Bool) async {
        guard let offer else { return }
        self.offer = nil
        guard approves else { return note("the phone was not paired") }
        await attempt { PairCommand.sentence(try await offer.approve()) }
    }

    // MARK: - The phone itself

    func setOffline(_ isOffline: Bool) {
        network.isOff = isOffline
        isConnected = false
        note(isOffline ? "the phone is offline" : "the phone is online")
        // A connection that is open would stay so; a new one shows what the switch says.
        Task {
            await attempt { [self] in
                try await start(); return nil
            }
        }
    }

    func reinstall() async {
        await attempt { [self] in
            listening?.cancel()
            try options.home.reinstall()
            requests = []
            try await start()
            return "the app was installed again"
        }
    }

    func lose() async {
        await attempt { [self] in
            listening?.cancel()
            try options.home.lose()
            (device, requests, code) = (nil, [], nil)
            try await start()
            return "the phone was lost; this is a new one"
        }
    }

    /// Runs an action on the phone's accounts.
    func withShelf(_ action: @Sendable (AccountShelf) async -> Void) async { if let shelf { await action(shelf) } }

    /// Runs an action on the phone's wallet.
    func withWallet(_ action: @Sendable (WalletShelf) async -> Void) async { if let wallet { await action(wallet) } }

    /// Whether a text is a service's request to a wallet: JSON, or the address at which a server keeps it.
    static func isRequest(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "{") || text.contains("/distributedid/requests/")
    }

    /// Whether a text is the code of an authenticator account.
    static func isAccount(_ text: String) -> Bool {
        ["otpauth://", "pushauth://", "mfauth://"].contains { text.lowercased().drop { $0.isWhitespace }.hasPrefix($0) }
    }

    // MARK: - What happens

    private func take(_ event: MFAEvent) {
        switch event {
        case .request(let request):
            requests.removeAll { $0.id == request.id }
            requests.append(request)
        case .cancelled(let challenge):
            requests.removeAll { $0.id == challenge }
            note("a request was taken back")
        case .message(_, let content): note("a message came: \(String(decoding: content.prefix(200), as: UTF8.self))")
        case .acknowledged: note("the phone was recognised, nothing was asked")
        case .test: note("a test push has arrived")
        case .connected: isConnected = true
        case .disconnected(_, let error):
            if isConnected { note(error.reason) }
            isConnected = false
        }
    }

    private func opened() throws -> MFADevice {
        guard let device else { throw PhoneFailure("this phone trusts no server yet") }
        return device
    }

    private func decide(_ id: String, _ action: @escaping @Sendable (MFARequest) async throws -> String) async {
        guard let request = requests.first(where: { $0.id == id }) else { return note("that request is over") }
        do {
            note("\(try await action(request)) for \(request.user.username)")
            requests.removeAll { $0.id == id }
        } catch {
            note(PhoneFailure(error).lines[0])
            // A notification that can be answered again stays.
            let code = (error as? MFAError)?.code
            if let code, ![.connectivity, .server, .policy, .userVerification, .rateLimited].contains(code) {
                requests.removeAll { $0.id == id }
            }
        }
    }

    private func attempt(_ action: () async throws -> String?) async {
        do { if let text = try await action() { note(text) } } catch { note(PhoneFailure(error).lines[0]) }
    }

    func note(_ text: String) {
        notices.append(text)
        if notices.count > 5 { notices.removeFirst() }
    }
}

extension PhoneSession {
    /// Looks for a QR code in an image: an account, a pairing key, a request to the wallet, or else an authentication code.
    func read(image: [UInt8], trusting: Bool) async {
        do {
            let text = try QRScanner.text(in: image)
            if !Self.isAccount(text), (try? PairingKeyText(text)) != nil { await pair(text, trusting: trusting) } else { await scan(text) }
        } catch { note(error.reason) }
    }
}
