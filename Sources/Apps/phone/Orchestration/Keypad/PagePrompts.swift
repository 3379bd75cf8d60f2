import CommandChannel
import Orchestration
import Primitives

/// The keypad and the decision on a page, one prompt at a time. Each prompt is answered once, by a form that bears its number.
actor PagePrompts: UserPrompts {
    /// The content of the page.
    enum Content: Sendable, Equatable {
        /// The flow is under way, and asks nothing at the moment.
        case working
        case keypad(Keypad)
        case decision(ShownRequest)
        /// The flow has ended, as a sentence says.
        case ended(String)
    }

    /// A keypad as it is shown.
    struct Keypad: Sendable, Equatable {
        let prompt: PINPrompt
        /// The digits, from the first key to the last; none for a PIN of any characters.
        let digits: [UInt8]
        /// Whether the digits are in another order than on a telephone.
        let isScrambled: Bool
        /// The number of characters that were entered by keys, without script.
        var entered = 0
        /// Whether nothing was entered when the PIN was handed over.
        var isMissing = false
    }

    private enum PromptResult: Sendable { case pin(Secret), decision(Decision), turnedAway }

    /// The number of characters that are kept of an entry.
    private static let longest = 128

    private let scrambles: Bool
    private let decided: Decision?
    private let shows: @Sendable (ShownRequest) -> Void
    private let random: any RandomSource
    private var content = Content.working
    private var number = 0
    /// The digits that were entered by keys, without script.
    private var typed = ""
    private var answering: CheckedContinuation<PromptResult, Never>?
    private var isClosed = false
    private var isLookedAt = false
    private var isEndSeen = false

    /// Makes prompts.
    /// - Parameters:
    ///   - decision: the decision that the command's user has made already; nil to ask.
    ///   - shows: shows what is decided about, besides the page.
    init(
        scrambles: Bool = false, decision: Decision? = nil, shows: @escaping @Sendable (ShownRequest) -> Void = { _ in },
        random: any RandomSource = SystemRandom()
    ) {
        self.scrambles = scrambles
        decided = decision
        self.shows = shows
        self.random = random
    }

    // MARK: - The flow's side

    func pin(_ prompt: PINPrompt) async -> Secret? {
        let digits = prompt.policy.isNumeric ? Self.digits(scrambled: scrambles, random) : []
        guard case .pin(let pin) = await ask(.keypad(Keypad(prompt: prompt, digits: digits, isScrambled: scrambles))) else { return nil }
        return pin
    }

    func decision(on request: ShownRequest) async -> Decision? {
        shows(request)
        if let decided { return decided }
        guard case .decision(let decision) = await ask(.decision(request)) else { return nil }
        return decision
    }

    private func ask(_ content: Content) async -> PromptResult {
        guard !isClosed else { return .turnedAway }
        number = number + 1
        self.content = content
        typed = ""
        return await withCheckedContinuation { answering = $0 }
    }

    private func give(_ answer: PromptResult) {
        guard let waiting = answering else { return }
        (content, typed, answering) = (.working, "", nil)
        waiting.resume(returning: answer)
    }

    /// Turns away, as the page is no longer there.
    func close() {
        isClosed = true
        give(.turnedAway)
    }

    /// Shows how the flow has ended, for a moment to a browser that looks.
    func end(_ sentence: String) async {
        content = .ended(sentence)
        for _ in 0..<30 where isLookedAt && !isEndSeen && !isClosed { try? await Task.sleep(for: .milliseconds(100)) }
    }

    // MARK: - The page's side

    /// The content and its number, once the flow asks something; after some seconds, whatever it is.
    func look() async -> (content: Content, number: Int) {
        isLookedAt = true
        for _ in 0..<100 where content == .working && !isClosed { try? await Task.sleep(for: .milliseconds(100)) }
        if case .ended = content { isEndSeen = true }
        return (content, number)
    }

    /// Takes a form of the page. One with another number was sent twice, or comes from a page that was left open, and is passed over.
    func take(_ form: [String: String]) {
        guard form["prompt"] == "\(number)", answering != nil else { return }
        if form["cancel"] != nil { return give(.turnedAway) }
        switch content {
        case .decision where form["approve"] != nil: give(.decision(.approve))
        case .decision where form["reject"] != nil: give(.decision(.reject))
        case .keypad(let keypad): press(keypad, form)
        default: break
        }
    }

    private func press(_ keypad: Keypad, _ form: [String: String]) {
        var keypad = keypad
        typed = String((typed + (form["pin"] ?? "")).prefix(Self.longest))
        if let digit = form["digit"] {
            if digit.utf8.count == 1, UInt8(digit) != nil { typed += digit }
        } else if form["back"] != nil {
            typed = String(typed.dropLast())
        } else {
            guard typed.isEmpty else { return give(.pin(Secret(typed))) }
            keypad.isMissing = true
        }
        keypad.entered = typed.count
        content = .keypad(keypad)
    }

    /// The ten digits as on a telephone, or in a random order.
    static func digits(scrambled: Bool, _ random: any RandomSource) -> [UInt8] {
        var digits: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
        guard scrambled else { return digits }
        for last in (1..<digits.count).reversed() {
            // A byte beyond the largest multiple is drawn again, so that each order is as likely as any other.
            var drawn = Int(random.bytes(1)[0])
            while drawn >= 256 - 256 % (last + 1) { drawn = Int(random.bytes(1)[0]) }
            digits.swapAt(last, drawn % (last + 1))
        }
        return digits
    }
}
