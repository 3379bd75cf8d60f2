public import DeviceFoundation
import Foundation
import JOSE
public import JourneyMessages
public import Primitives

/// Binds this device to users by keys that it makes and keeps, and signs with them (`docs/protocols/step-protocol.md` 8).
///
/// ```swift
/// let binding = DeviceBinding(at: server, on: device, application: "com.example.app", pins: pinPad)
/// let journey = Journey(
///     at: server, on: device,
///     plugins: [
///         CallbackPlugin(DeviceBindingQuestion.self) { await binding.answer($0, deviceName: "My phone") },
///         CallbackPlugin(DeviceSigningQuestion.self) { await binding.answer($0) },
///     ])
/// ```
public struct DeviceBinding: Sendable {
    /// The app: its bundle id or package name. The server may take signatures of some apps only.
    public let application: String

    let device: Device
    let sessions: SessionKeeper
    let records: BoundKeyRecords
    private let guards, postQuantumGuards: KeyGuards
    private let prefersPostQuantum: Bool

    /// Device binding with the realm of a server.
    ///
    /// - Parameters:
    ///   - keys: makes and keeps the keys; by default keys in software, in the device's store.
    ///   - verification: asks for face or finger, else for the device's own PIN; nil where there is nothing of the kind.
    ///   - pins: asks for the application's PIN; nil where it isn't offered.
    ///   - postQuantum: whether new keys are of ML-DSA-65 where the server takes such, as the documented apps never do. They are in the
    ///     device's store, whatever `keys` is; on Apple's systems they are there from version 26 on.
    ///   - mostWrongPINs: after so many wrong PINs in a row the key is deleted, and the user must bind the device again.
    public init(
        at server: ServerAddress, on device: Device, application: String, keys: (any KeyStore)? = nil,
        verification: (any UserVerification)? = nil, pins: (any PINCollector)? = nil, postQuantum: Bool = false, mostWrongPINs: Int = 5
    ) {
        self.application = application
        self.device = device
        sessions = SessionKeeper(at: server, on: device)
        records = BoundKeyRecords(store: device.store)
        let keys = keys ?? SoftwareKeyStore(device.store, service: "bound-key-pairs", random: device.random)
        guards = KeyGuards(
            none: StoredKeyGuard(keys), biometricOnly: StoredKeyGuard(keys, asking: verification, allowsFallback: false),
            biometricAllowFallback: StoredKeyGuard(keys, asking: verification, allowsFallback: true),
            applicationPIN: PINKeyGuard(device.store, pins: pins, mostWrong: mostWrongPINs, random: device.random))
        let seeds = PostQuantumKeys(store: device.store, random: device.random)
        postQuantumGuards = KeyGuards(
            none: StoredKeyGuard(seeds), biometricOnly: StoredKeyGuard(seeds, asking: verification, allowsFallback: false),
            biometricAllowFallback: StoredKeyGuard(seeds, asking: verification, allowsFallback: true),
            applicationPIN: PINKeyGuard(
                device.store, pins: pins, mostWrong: mostWrongPINs, random: device.random, algorithm: .mlDSA65))
        prefersPostQuantum = postQuantum && AKPKey.isSupported
    }

    private func guards(of algorithm: SignatureAlgorithm) -> KeyGuards { algorithm == .mlDSA65 ? postQuantumGuards : guards }

    private func keyGuard(of key: BoundKey) -> any KeyGuard { guards(of: key.algorithm)[key.authentication] }

    /// The algorithm of a new key.
    private func algorithm(for question: DeviceBindingQuestion) -> SignatureAlgorithm {
        prefersPostQuantum && question.furtherAlgorithms.contains(SignatureAlgorithm.mlDSA65.rawValue) ? .mlDSA65 : .es256
    }

    /// Returns the guard of the keys on P-256 of a kind.
    public func keyGuard(for authentication: DeviceBindingQuestion.Authentication) -> any KeyGuard { guards[authentication] }

    /// Returns the guard of keys by a PIN that another collector asks for.
    public func pinGuard(asking pins: any PINCollector) -> any KeyGuard { guards.applicationPIN.asking(pins) }

    // MARK: Binding

    /// Makes a key and binds it to the user of a question: in the place of an earlier one of the same user.
    ///
    /// - Parameters:
    ///   - deviceName: the user's name for the device.
    ///   - prompt: the texts to show instead of the server's.
    ///   - guarded: the guard of the key; by default the one of the question's authentication.
    /// - Returns: the answer to the question.
    /// - Throws: ``DeviceBindingError`` `.timeout`, `.abort`, `.unsupported`, `.unauthorized`.
    public func bind(
        _ question: DeviceBindingQuestion, deviceName: String? = nil, prompt: DevicePrompt? = nil, guardedBy guarded: (any KeyGuard)? = nil
    ) async throws(DeviceBindingError) -> DeviceBindingOutcome {
        let keyGuard = guarded ?? guards(of: algorithm(for: question))[question.authentication]
        let clock = Countdown(question.timeout, device.time)
        guard await keyGuard.isSupported else {
            throw DeviceBindingError(.unsupported, "this device can't guard keys by \(question.authentication.rawValue)")
        }
        let keyID = BoundKey.newKeyID(device.random)
        // Before the user is verified: a face that is enrolled meanwhile isn't the one that was bound.
        let enrollment = await keyGuard.enrollment
        let key = try await keyGuard.make(keyID, prompt: prompt ?? question.prompt)
        do throws(DeviceBindingError) {
            let text = try await write(
                with: key, keyID, of: question.userID, question.challenge, question.timeout,
                claims: ["platform": .string(device.platform)], isBinding: true, within: clock)
            let record = BoundKey(
                id: BoundKey.id(of: question.userID), userID: question.userID, username: question.username, keyID: keyID,
                authentication: question.authentication, algorithm: key.algorithm, created: device.time.now,
                biometricState: enrollment.state)
            let identifier = try await identifier()
            try await keep(record, guardedBy: keyGuard)
            return .bound(jws: text, deviceName: deviceName, deviceID: identifier)
        } catch {
            // No server would ever ask for this key again.
            try? await keyGuard.remove(keyID)
            throw error
        }
    }

    /// Has a key write a statement, within the user's time.
    private func write(
        with key: UnlockedKey, _ keyID: String, of subject: String, _ challenge: String, _ timeout: Int, claims: JSONObject,
        isBinding: Bool, within clock: Countdown
    ) async throws(DeviceBindingError) -> String {
        let now = try clock.now()
        let request = SigningRequest(
            application: application, subject: subject, challenge: challenge, keyID: keyID, issuedAt: now, notBefore: now,
            expires: now.addingTimeInterval(TimeInterval(timeout)), claims: claims, isBinding: isBinding)
        let text = try await key.sign(request)
        _ = try clock.now()
        return text
    }

    /// Writes a key down, and removes the one that it comes in the place of.
    private func keep(_ record: BoundKey, guardedBy keyGuard: any KeyGuard) async throws(DeviceBindingError) {
        let former = try await records.key(record.id)
        try await records.keep(record)
        // The new key is bound by now; that the former one couldn't be removed takes nothing from it.
        if let former { try? await self.keyGuard(of: former).remove(former.keyID) }
    }

    private func identifier() async throws(DeviceBindingError) -> String {
        do { return try await device.identifier() } catch { throw DeviceBindingError(error) }
    }

    // MARK: Signing

    /// Signs the challenge of a question with the user's key.
    ///
    /// - Parameters:
    ///   - claims: further claims for the server's scripts; none of ``BoundStatement/reservedClaims``.
    ///   - selector: chooses a key where the question names no user and there are several.
    ///   - prompt: the texts to show instead of the server's.
    ///   - guarded: the guard of a key; by default the guard from the time of binding.
    /// - Returns: the answer to the question.
    /// - Throws: ``DeviceBindingError`` `.timeout`, `.abort`, `.unsupported`, `.unauthorized`, `.unregistered`, `.invalidClaims`.
    public func sign(
        _ question: DeviceSigningQuestion, claims: JSONObject = JSONObject(), selector: any KeySelector = FirstKey(),
        prompt: DevicePrompt? = nil, guardedBy guarded: (@Sendable (BoundKey) -> any KeyGuard)? = nil
    ) async throws(DeviceBindingError) -> DeviceSigningOutcome {
        try SigningRequest.check(claims)
        let clock = Countdown(question.timeout, device.time)
        let bound = try await key(for: question, selector)
        let keyGuard = guarded?(bound) ?? self.keyGuard(of: bound)
        guard await keyGuard.isSupported else {
            throw DeviceBindingError(.unsupported, "this device can't guard keys by \(bound.authentication.rawValue)")
        }
        do throws(DeviceBindingError) {
            if bound.isOutlived(by: await keyGuard.enrollment) {
                try await keyGuard.remove(bound.keyID)
                throw DeviceBindingError(.unregistered, "the biometrics of this device have changed; bind the device again")
            }
            let key = try await keyGuard.unlock(bound.keyID, prompt: prompt ?? question.prompt)
            let text = try await write(
                with: key, bound.keyID, of: bound.userID, question.challenge, question.timeout, claims: claims, isBinding: false,
                within: clock)
            return .signed(jws: text)
        } catch {
            // A key that is gone, say after too many wrong PINs, is none any more.
            let isThere = try await error.code == .unregistered ? false : keyGuard.has(bound.keyID)
            if !isThere { try await records.forget(bound) }
            throw error
        }
    }

    private func key(for question: DeviceSigningQuestion, _ selector: any KeySelector) async throws(DeviceBindingError) -> BoundKey {
        if let userID = question.userID {
            guard let key = try await records.key(BoundKey.id(of: userID)) else { throw Self.unregistered }
            return key
        }
        let keys = try await keys()
        guard let first = keys.first else { throw Self.unregistered }
        guard keys.count > 1 else { return first }
        guard let chosen = await selector.select(among: keys) else { throw DeviceBindingError(.abort, "no key was chosen") }
        return chosen
    }

    private static let unregistered = DeviceBindingError(.unregistered, "no key on this device is bound to the user")

    // MARK: Keys

    /// The keys on this device, the last that was bound first.
    /// - Throws: ``DeviceBindingError`` when the store can't be read.
    public func keys() async throws(DeviceBindingError) -> [BoundKey] { try await records.all() }

    /// Removes a key from this device only.
    func forget(_ key: BoundKey) async throws(DeviceBindingError) {
        try await keyGuard(of: key).remove(key.keyID)
        try await records.forget(key)
    }
}
