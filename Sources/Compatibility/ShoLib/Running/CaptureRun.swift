import Primitives
import Verification

/// One capture: feeds a camera's frames to the client module's `CardCapture` while its step wants some, and shows its state. It decides nothing
/// of its own: what does for a photograph, the client module says.
///
/// Photographs are taken when the user presses the button; barcodes and expressions are looked for in every frame.
actor CaptureRun {
    /// The part of a capture that is shown.
    private enum Stage {
        case choosing(String?)
        case flipping(CaptureStep)
        case capturing
    }

    private let subject: CaptureSubject
    private let request: CaptureRequest
    private let screen: any CaptureScreen
    private let words: ScreenWords
    private let openSettings: @Sendable () async -> Void
    private var stage = Stage.choosing(nil)
    private var capture: CardCapture?
    private var isPressed = false
    private var error: CaptureError?
    private var restart: CaptureReason?
    private var hasReadBarcode = false
    private var hasEnded = false
    private let (ends, end) = AsyncStream.makeStream(of: CapturedCard?.self)

    init(_ subject: CaptureSubject, _ request: CaptureRequest, on screen: any CaptureScreen, _ environment: CaptureEnvironment) {
        self.subject = subject
        self.request = request
        self.screen = screen
        words = ScreenWords(resources: environment.resources)
        openSettings = environment.openSettings
        if let plan = request.plan {
            capture = CardCapture(plan, id: request.id)
            stage = .capturing
        }
    }

    /// Runs until the card is captured, or the user cancels.
    /// - Returns: the card; nil when the user has cancelled.
    func card(from source: any FrameSource) async -> CapturedCard? {
        await show()
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.feed(from: source) }
            let card = await ends.first { _ in true } ?? nil
            await source.stop()
            group.cancelAll()
            return card
        }
    }

    private func feed(from source: any FrameSource) async {
        do { try await source.feed { await self.take($0) } } catch {
            self.error = error
            await show()
        }
    }

    /// Takes a frame where the step wants one.
    private func take(_ frame: any CaptureFrame) async {
        guard case .capturing = stage, let capture, let before = await capture.state.step, before.isContinuous || isPressed else { return }
        // A document's photograph is one frame, a selfie's the first of a steady face.
        if before != .selfie { isPressed = false }
        do {
            let state = try await capture.take(request.reading(frame))
            // The failure of a barcode stays until one is read.
            if before != .barcode || state.step != before { error = nil }
            if case .restarted(_, let reason) = state { restart = reason }
            if state.step != before { await leave(before, state) }
        } catch { self.error = error }
        await show()
    }

    private func leave(_ step: CaptureStep, _ state: CaptureState) async {
        isPressed = false
        if case .running = state { restart = nil }
        hasReadBarcode = step == .barcode
        if state == .complete { await finish() }
    }

    /// Takes an action of the user's. One that the state has no use for is passed over.
    func act(_ action: ScreenAction) async {
        switch (action, stage) {
        case (.cancel, _): return finish(nil)
        case (.settings, _): await openSettings()
        case (.choose(let country), .choosing): stage = .choosing(country)
        case (.next, .choosing(let country?)): begin(Country.steps(of: country))
        case (.next, .flipping): stage = .capturing
        case (.capture, .capturing): isPressed = true
        case (.approve, .capturing): await approve()
        case (.retake, .capturing):
            restart = nil
            error = nil
            try? await capture?.retake()
        case (.skip, .capturing):
            error = nil
            try? await capture?.skip()
            if await capture?.state == .complete { await finish() }
        default: return
        }
        await show()
    }

    private func begin(_ steps: [IDScannerStep]) {
        guard let plan = request.plan(for: steps) else { return }
        capture = CardCapture(plan, id: request.id)
        stage = .capturing
    }

    private func approve() async {
        guard let capture, case .approving(let approved) = await capture.state else { return }
        try? await capture.approve()
        hasReadBarcode = false
        switch await capture.state {
        case .complete: await finish()
        case .running(let step, _) where approved == .front: stage = .flipping(step)
        default: break
        }
    }

    private func finish() async { finish(try? await capture?.card) }

    private func finish(_ card: CapturedCard?) {
        hasEnded = true
        end.yield(card)
        end.finish()
    }

    private func show() async {
        guard !hasEnded else { return }
        let content = await content()
        await screen.show(content) { [weak self] action in
            // The user's actions wait for nothing.
            Task { await self?.act(action) }
        }
    }

    private func content() async -> ScreenContent {
        switch stage {
        case .choosing(let country): return LicenseScreens(words: words).choice(country)
        case .flipping(let step): return LicenseScreens(words: words).flip(to: step)
        case .capturing: return subject.content(await view, words)
        }
    }

    private var view: CaptureView {
        get async {
            guard let capture else { return CaptureView(state: .complete, progress: 0) }
            return CaptureView(
                state: await capture.state, photograph: await capture.photograph?.file, progress: await capture.progress, error: error,
                restart: restart, hasReadBarcode: hasReadBarcode, isUnchecked: await capture.expressionCheck == .notAvailable)
        }
    }
}

extension CaptureState {
    /// The step that frames are taken for; nil for none.
    fileprivate var step: CaptureStep? {
        switch self {
        case .running(let step, _), .restarted(let step, _): step
        case .approving, .failed, .complete: nil
        }
    }
}

extension CaptureStep {
    /// Whether every frame is looked at, without the user's button.
    fileprivate var isContinuous: Bool {
        switch self {
        case .barcode, .expression: true
        case .front, .back, .passportPage, .selfie: false
        }
    }
}
