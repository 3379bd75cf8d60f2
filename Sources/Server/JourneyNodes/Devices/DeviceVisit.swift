import DeviceMessages
import DevicePolicies
import DeviceRegistry
import JourneyEngine
import JourneyMessages
import JourneyModel
import MultiFactor
import Primitives
import Translations

/// One visit of the node that asks by a device: what was answered to what was shown, and what is shown now.
struct DeviceVisit {
    let node: DeviceAuthenticationNode
    var authentication: DeviceAuthentication
    /// The error of the answer before.
    var complaint: String?
    /// Whether what was asked has no answer, so that it is asked again.
    private(set) var isUnanswered = false

    init(_ node: DeviceAuthenticationNode, _ authentication: DeviceAuthentication) {
        self.node = node
        self.authentication = authentication
    }

    private enum View: String { case push, passcode, choice, passkey }

    private static let passcodeOption = LocalizedText(\.usePasscode)
    private static let otherOption = LocalizedText(\.useOtherDevice)
    private static let againOption = LocalizedText(\.sendAgain)
    private static let silent = LocalizedText(\.recognisingPhone)
    private static let passkey = LocalizedText(\.usePasskey)
    private static let (phone, authenticator) = (LocalizedText(\.phone), LocalizedText(\.authenticator))
    private static let timedOut = LocalizedText(\.nobodyAnswered)

    /// The buttons beside an answer, in order.
    private enum Option: CaseIterable { case passcode, other, again }

    // MARK: - Taking

    mutating func takeAnswer(_ turn: inout Turn) async throws {
        if let command = turn.command { return try await obey(command, &turn) }
        guard turn.wasSubmitted, let view = turn["view"]?.string.flatMap(View.init) else { return }
        // Answers go by position, and the complaint that was shown has one.
        complaint = turn["complaint"]?.string
        defer { complaint = nil }
        let (domain, realm, issuer) = (turn.domain, turn.realm, try turn.deviceIssuer())
        switch view {
        case .push: try await press(pushOptions, askPush(&turn), &turn)
        case .passkey: try await press(Self.passkeyOptions, askPasskey(&turn), &turn)
        case .passcode:
            let (code, pressed) = askPasscode(&turn)
            if let code {
                try await turn.spend()
                authentication = try await domain.multiFactor.deviceAuthentications.check(
                    code, of: authentication.id, from: turn.client.address, in: realm, issuer: issuer
                ).authentication
            } else {
                isUnanswered = pressed == nil
                try await press(passcodeOptions, pressed, &turn)
            }
        case .choice:
            let devices = try await usable(turn)
            guard let index = askChoice(devices, &turn), devices.indices.contains(index) else {
                isUnanswered = true
                return
            }
            try await turn.spend()
            authentication = try await domain.multiFactor.deviceAuthentications.select(
                devices[index].id, in: authentication.id, from: turn.client.address, in: realm, issuer: issuer
            ).authentication
        }
    }

    /// Does what a client says that sees the devices themselves.
    private mutating func obey(_ command: FlowDeviceCommand, _ turn: inout Turn) async throws {
        let devices = turn.domain.multiFactor.deviceAuthentications
        let realm = turn.realm
        let issuer = try turn.deviceIssuer()
        let address = turn.client.address
        try await turn.spend()
        switch command {
        case .select(let device, let compatibility):
            authentication = try await devices.select(
                device, at: compatibility, in: authentication.id, from: address, in: realm, issuer: issuer
            ).authentication
        case .assertion(let response, let origin, let compatibility):
            authentication = try await devices.check(
                response, origin: origin, at: compatibility, of: authentication.id, from: address, in: realm, issuer: issuer
            ).authentication
        case .passcode(let code):
            authentication = try await devices.check(code, of: authentication.id, from: address, in: realm, issuer: issuer).authentication
        case .cancelPush(let reason):
            authentication = try await devices.cancelPush(
                for: reason, in: authentication.id, from: address, in: realm, issuer: issuer
            ).authentication
        }
    }

    private mutating func press(_ options: [Option], _ pressed: Int?, _ turn: inout Turn) async throws {
        guard let pressed, options.indices.contains(pressed) else { return }
        let domain = turn.domain
        let realm = turn.realm
        let issuer = try turn.deviceIssuer()
        let address = turn.client.address
        switch options[pressed] {
        case .passcode: turn["passcode"] = true
        case .other:
            turn["passcode"] = nil
            turn["choice"] = true
        case .again:
            guard let selected = authentication.selected else { return }
            turn["passcode"] = nil
            try await turn.spend()
            authentication = try await domain.multiFactor.deviceAuthentications.select(
                selected, in: authentication.id, from: address, in: realm, issuer: issuer
            ).authentication
        }
    }

    // MARK: - Asking

    func ask(_ turn: inout Turn) async throws {
        let view = self.view(turn)
        turn["view"] = .string(view.rawValue)
        turn["choice"] = nil
        turn["complaint"] = complaint.map(JSONValue.string)
        switch view {
        case .push: _ = askPush(&turn)
        case .passkey: _ = askPasskey(&turn)
        case .passcode: _ = askPasscode(&turn)
        case .choice: _ = askChoice(try await usable(turn), &turn)
        }
    }

    private func view(_ turn: Turn) -> View {
        if authentication.status == .selectionRequired || turn["choice"] == true { return .choice }
        if authentication.status == .assertionRequired { return .passkey }
        if authentication.status == .passcodeRequired || turn["passcode"] == true { return .passcode }
        return .push
    }

    /// A silent push asks the phone alone: there is nothing on it that a passcode could stand for.
    private var isSilent: Bool { authentication.challenge?.kind == .silent }

    private var pushOptions: [Option] {
        if isSilent { return [.other] }
        return authentication.status == .pushTimedOut ? [.passcode, .other, .again] : [.passcode, .other]
    }
    private var passcodeOptions: [Option] { [.other, .again] }
    private static let passkeyOptions = [Option.other]

    private func askPush(_ turn: inout Turn) -> Int? {
        let isOver = authentication.status == .pushTimedOut
        var message = turn.text(isOver ? Self.timedOut : isSilent ? Self.silent : node.waiting)
        if let number = authentication.numberToShow { message += " " + turn.text(node.number).replacing("{{number}}", with: "\(number)") }
        if let complaint { message = complaint + " " + message }
        if isOver {
            turn.tell(TextStatement(message, .warning).callback)
        } else {
            turn.tell(PollingWait(milliseconds: node.seconds * 1000, message: message).callback)
        }
        let pressed = turn.ask(ConfirmationQuestion(options: pushOptions.map { turn.text(Self.label($0)) }))
        // After the buttons: answers go by position, and the number is gone once the push is answered or too old.
        if let number = authentication.numberToShow { turn.tell(HiddenValue(id: HiddenValue.pushNumber, value: "\(number)").callback) }
        return pressed
    }

    /// A passkey is answered by a command; what is shown besides only leads to another device.
    private func askPasskey(_ turn: inout Turn) -> Int? {
        turn.tell(TextStatement(complaint ?? turn.text(Self.passkey), complaint == nil ? .information : .warning).callback)
        return turn.ask(ConfirmationQuestion(options: Self.passkeyOptions.map { turn.text(Self.label($0)) }))
    }

    private func askPasscode(_ turn: inout Turn) -> (Secret?, Int?) {
        if let complaint { turn.tell(TextStatement(complaint, .warning).callback) }
        let code = turn.ask(PasswordQuestion(prompt: turn.text(node.prompt)))
        // A step of which a part is missing is none, whatever the rest holds.
        let isWhole = turn.answer(0, "") != nil
        return (isWhole ? code : nil, turn.ask(ConfirmationQuestion(options: passcodeOptions.map { turn.text(Self.label($0)) })))
    }

    private func askChoice(_ devices: [UserDevice], _ turn: inout Turn) -> Int? {
        if let complaint { turn.tell(TextStatement(complaint, .warning).callback) }
        return turn.ask(ChoiceQuestion(prompt: turn.text(node.choice), choices: devices.map { Self.name($0, turn) }))
    }

    private static func label(_ option: Option) -> LocalizedText {
        switch option {
        case .passcode: passcodeOption
        case .other: otherOption
        case .again: againOption
        }
    }

    /// Returns the text by which a device is shown: its name, or what it is with the end of where it is reached.
    private static func name(_ device: UserDevice, _ turn: Turn) -> String {
        if let nickname = device.nickname { return nickname }
        guard let contact = device.contact else { return turn.text(device.kind == .mobile ? phone : authenticator) }
        return "\(device.kind.rawValue) …\(contact.suffix(4))"
    }

    private func usable(_ turn: Turn) async throws -> [UserDevice] {
        try await turn.domain.multiFactor.deviceAuthentications.standing(of: authentication, in: turn.realm).usable
    }
}
