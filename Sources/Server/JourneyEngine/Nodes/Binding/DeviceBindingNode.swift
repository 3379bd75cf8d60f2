import DeviceBindingMessages
import Foundation
import JOSE
import JourneyMessages
import Primitives
import Services
import DeviceRegistry
import Directory

/// Binds a key of an app to the user who has shown who they are.
struct DeviceBindingNode: JourneyNode {
    static let type = NodeType(
        "DeviceBindingNode", alias: "deviceBinding", title: "Device Binding",
        "Has an app make a key, and binds it to the user.", interaction: .always, changesCredentials: true)
    static let settings = [
        NodeSetting<Self>("authenticationType", \.authentication, "How the app guards the key."),
        NodeSetting<Self>("applicationIds", \.applications, "The apps that may bind, by bundle id or package name; empty for any."),
        NodeSetting<Self>("title", \.title, "What the app shows when it asks the user; likewise below."),
        NodeSetting<Self>("subtitle", \.subtitle, "The line below."),
        NodeSetting<Self>("description", \.details, "What it is for."),
        NodeSetting<Self>("maxSavedDevices", \.most, in: 0...100, "How many keys the user may have; 0 for any number."),
        .answerTime(\.timeout),
        NodeSetting<Self>(
            "attestation", \.attestation,
            "Whether an app on Android is to show where its key is. The chain is kept for scripts, not judged."),
        NodeSetting<Self>("postponeDeviceProfileStorage", \.postpones, "Whether a node further on keeps the key."),
        NodeSetting<Self>(
            "postQuantum", \.postQuantum,
            "Whether an app may bind a key of ML-DSA-65, which withstands quantum computers. The documented apps have none."
        ).ours,
        NodeSetting<Self>("clientErrorOutcomes", \.errors, "What the app may say went wrong, each an outcome."),
    ]
    static let state = StateUse(
        reads: ["username"], writes: [challengeKey, DeviceBindingStorageNode.device, attestationKey])

    enum Authentication: String, CaseIterable, SettingValue {
        case biometricOnly = "BIOMETRIC_ONLY"
        case biometricAllowFallback = "BIOMETRIC_ALLOW_FALLBACK"
        case applicationPIN = "APPLICATION_PIN"
        case none = "NONE"
    }

    static let (success, failure, exceeded) = ("success", "failure", "exceedDeviceLimit")
    static let (challengeKey, attestationKey) = ("DeviceBindingNode.CHALLENGE", "DeviceBindingNode.ATTESTATION")

    var authentication = Authentication.biometricAllowFallback
    var applications: [String] = []
    var title: LocalizedText = "Authentication required"
    var subtitle: LocalizedText = "Cryptography device binding"
    var details: LocalizedText = "Please complete with biometric to proceed"
    var most = 0
    var timeout = AnswerTime()
    var attestation = false
    var postpones = false
    var postQuantum = false
    var errors = ["Unsupported", "Abort", "Timeout"]

    private var own: [String] { [Self.success, Self.failure] + (most > 0 && !postpones ? [Self.exceeded] : []) }
    var outcomes: [String] { own + errors }
    var callbacks: [CallbackType] { [.deviceBinding] }
    var cautions: [SettingObjection] { timeout.cautions }
    var objections: [SettingObjection] { BindingAnswer.objections(errors, besides: own) }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        if turn["challenge"] == nil {
            if most > 0, !postpones, try await turn.domain.devices.boundKeys(of: user.id, in: turn.realm.id).count >= most {
                return .outcome(Self.exceeded)
            }
            turn["challenge"] = .string(BindingAnswer.challenge(turn))
            turn.state.shared[Self.challengeKey] = turn["challenge"]
        }
        let challenge = turn["challenge"]?.string ?? ""
        let question = DeviceBindingQuestion(
            userID: user.deviceSubject(in: turn.realm.path), username: user.username,
            authentication: .init(rawValue: authentication.rawValue) ?? .biometricAllowFallback, challenge: challenge,
            prompt: DevicePrompt(title: turn.text(title), subtitle: turn.text(subtitle), description: turn.text(details)),
            timeout: timeout.seconds, wantsAttestation: attestation,
            furtherAlgorithms: postQuantum ? [SignatureAlgorithm.mlDSA65.rawValue] : [])
        guard let answer = turn.ask(question) else { return .waiting }
        turn["challenge"] = nil
        switch answer {
        case .failed(let text): return try await BindingAnswer.outcome(ofError: text, among: errors, &turn)
        case .bound(let jws, let name, let identifier):
            return try await bind(jws, name, identifier, question, user, &turn)
        }
    }

    private func bind(
        _ jws: String, _ name: String?, _ identifier: String, _ question: DeviceBindingQuestion, _ user: User, _ turn: inout Turn
    ) async throws -> NodeResult {
        let statement: UnverifiedStatement
        let key: JWK
        do {
            statement = try UnverifiedStatement(
                jws, allowing: postQuantum ? BoundStatement.algorithms : BoundStatement.usualAlgorithms)
            guard let embedded = statement.embeddedKey else { throw BindingError(.unusableKey, "jwk is missing") }
            key = embedded
            try statement.verify(
                with: key,
                as: .init(
                    challenge: question.challenge, subject: question.userID, applications: applications,
                    lifetime: TimeInterval(timeout.seconds)),
                at: turn.now)
        } catch let error as BindingError {
            try await turn.recordFailure("device binding: \(error.reason)")
            return .outcome(Self.failure)
        }
        if let chain = key.certificateChain, attestation {
            turn.state.secrets[Self.attestationKey] = TransientValue.secret(.array(chain.map(JSONValue.string)))
        }
        let new = NewBoundKey(key, identifier: identifier, application: statement.claimed.application, name: name)
        guard !postpones else {
            turn.state.secrets[DeviceBindingStorageNode.device] = TransientValue.secret(new.json)
            try await turn.spend()
            return .outcome(Self.success)
        }
        switch try await new.keep(for: user, most: most, &turn) {
        case .kept:
            turn.passed("Binding")
            return .outcome(Self.success)
        case .tooMany where most > 0: return .outcome(Self.exceeded)
        case .tooMany, .known: return .outcome(Self.failure)
        }
    }
}

extension NewBoundKey {
    /// Keeps the key, and writes down why not.
    func keep(for user: User, most: Int, _ turn: inout Turn) async throws -> Devices.Keeping {
        let keeping = try await turn.domain.devices.keep(self, for: user.id, most: most, in: turn.realm, spending: try turn.spending())
        if keeping != .kept {
            try await turn.recordFailure(
                keeping == .known ? "device binding: the key is bound already" : "device binding: the user has too many devices")
        }
        return keeping
    }
}
