import DeviceMessages
import Foundation
import Foundations
import HTTPBase
import Primitives
import ResourceMessages
import DeviceRegistry
import Directory
import DevicePolicies

/// A device as the platform shows one (`docs/protocols/platform.md` 2.3, 2.4).
enum PlatformDevice {
    /// Returns what is told of a device.
    static func json(_ device: UserDevice, _ turn: PlatformTurn, secrets: Devices.Enrolled? = nil) async throws -> JSONObject {
        let time = Form<Date>.time
        let user = device.user.text
        var json: JSONObject = [
            "id": .string(device.id.text), "type": .string(device.kind.rawValue),
            "status": .string(device.status.rawValue), "user": ["id": .string(user)],
        ]
        json["nickname"] = device.nickname.map(JSONValue.string)
        json[contactName(device.kind)] = device.contact.map(JSONValue.string)
        if device.isTest { json["testMode"] = true }
        json["test"] = secrets?.testCode.map { ["otp": .string($0.reveal())] }
        json["extension"] = device.phoneExtension.map(JSONValue.string)
        json["secret"] = secrets?.secret.map { .string($0.reveal()) }
        json["keyUri"] = secrets?.uri.map { .string($0.reveal()) }
        json["publicKeyCredentialCreationOptions"] = secrets?.options.map { .string(PlatformPasskey.text($0)) }
        if let passkey = device.kind == .fido2 ? try await turn.services.factors.deviceRegistry.devices.passkey(of: device) : nil {
            json["rp"] = ["id": .string(passkey.relyingParty)]
            json["displayName"] = .string(device.nickname ?? "Passkey")
            json["attributes"] = ["isCrossPlatform": .bool(passkey.isCrossPlatform)]
        }
        if device.kind == .mobile { try await tellMobile(device, turn, &json) }
        json["lock"] = .object(lock(device, at: turn.services.time.now))
        json["block"] = ["status": device.isBlocked ? "BLOCKED" : "UNBLOCKED"]
        if let blocked = device.blocked { json["block"] = ["status": "BLOCKED", "blockedAt": time.write(blocked)] }
        json["createdAt"] = time.write(device.created)
        json["updatedAt"] = time.write(device.updated)
        let url = turn.url("users/\(user)/devices/\(json["id"]?.string ?? "")")
        return turn.resource(json, at: url, links: links(device, url, user: turn.url("users/\(user)")))
    }

    /// The member that tells where a device is reached, or which token it is.
    private static func contactName(_ kind: UserDevice.Kind) -> String {
        switch kind {
        case .email: "email"
        case .oathToken: "serialNumber"
        default: "phone"
        }
    }

    private static func links(_ device: UserDevice, _ url: String, user: String) -> [(String, String)] {
        var links = [("user", user), ("device.nickname", url + "/nickname"), ("device.block", url), ("device.unblock", url)]
        if device.status == .activationRequired { links += [("device.activate", url), ("device.sendActivationCode", url)] }
        if device.lockedUntil != nil { links.append(("device.unlock", url)) }
        if device.kind == .mobile { links.append(("device.logs", url + "/logs")) }
        return links
    }

    private static func lock(_ device: UserDevice, at now: Date) -> JSONObject {
        guard let end = device.lockedUntil, now < end else { return ["status": "UNLOCKED"] }
        var lock: JSONObject = ["status": "LOCKED", "expiresAt": Form<Date>.time.write(end)]
        lock["reason"] = device.lockReason.map { .string($0.rawValue) }
        return lock
    }

    private static func tellMobile(_ device: UserDevice, _ turn: PlatformTurn, _ json: inout JSONObject) async throws {
        guard let id = device.installation,
            let phone = try await turn.services.factors.deviceRegistry.installations.installation(id, in: turn.realm.id)
        else {
            return
        }
        // The documented SDK says neither version nor model: what isn't known is left out.
        var system: JSONObject = ["type": .string(phone.device.platform)]
        if !phone.device.osVersion.isEmpty { system["version"] = .string(phone.device.osVersion) }
        json["os"] = .object(system)
        if !phone.device.model.isEmpty { json["model"] = ["name": .string(phone.device.model)] }
        json["locale"] = .string(phone.device.locale)
        let policy = try await turn.services.factors.devicePolicies.mfaPolicies.standard(in: turn.realm)
        json["application"] = .object(try await application(device, phone, policy, turn))
        json["notificationProvider"] = phone.push.map { .string($0.kind) }
        json["allowPushNotification"] = .bool(phone.isPushAllowed)
        if let tampering = phone.device.tampering { json["rooted"] = .bool(tampering.score >= 1) }
        if let state = try await turn.services.factors.deviceRegistry.integrity.state(of: id, in: turn.realm.id) {
            json["deviceIntegrityState"] = .object(integrity(state))
        }
        let isReachable = phone.reachableAt != nil
        json["pushEnabled"] = .bool(isReachable)
        json["pushStatus"] = ["status": isReachable ? "ENABLED" : "DISABLED"]
        let isPasscodeOn = device.application.map { policy.mobile.rules(of: $0).allowsPasscode } ?? false
        json["otpEnabled"] = .bool(isPasscodeOn)
        json["otpStatus"] = ["status": isPasscodeOn ? "ENABLED" : "DISABLED"]
        let isUsable = device.isUsable(at: turn.services.time.now) && (isReachable || isPasscodeOn)
        json["usableStatus"] = ["status": isUsable ? "ENABLED" : "DISABLED"]
    }

    /// Words the integrity as the platform does; what it calls the reasons isn't known, so they are this server's.
    private static func integrity(_ state: IntegrityRules.State) -> JSONObject {
        var json: JSONObject = [
            "compromised": state.isGood ? "FALSE" : "TRUE", "timestamp": .integer(state.checked.millisecondsSince1970),
        ]
        json["reason"] = state.failure.map(JSONValue.string)
        return json
    }

    private static func application(
        _ device: UserDevice, _ phone: Installation, _ policy: DeviceAuthenticationPolicy, _ turn: PlatformTurn
    ) async throws -> JSONObject {
        var json: JSONObject = ["nativeName": .string(phone.app.id), "version": .string(phone.app.version)]
        guard let id = device.application else { return json }
        let settings = try await turn.services.clients.applications.application(id, in: turn.realm.id)?.settings
        json["id"] = .string(id)
        json["name"] = settings.map { .string($0.name) }
        let seconds = settings?.mobile?.passcodeStep ?? policy.mobile.passcodeStep
        json["passcodeRefreshDuration"] = ["duration": .integer(Int64(seconds)), "timeUnit": "SECONDS"]
        if case .apns(_, let isSandbox) = phone.push { json["pushSandbox"] = .bool(isSandbox) }
        return json
    }

    /// A device among others to choose from, its address masked.
    static func choice(_ device: UserDevice) -> JSONObject {
        var json: JSONObject = ["id": .string(device.id.text), "type": .string(device.kind.rawValue)]
        json["nickname"] = device.nickname.map(JSONValue.string)
        json[contactName(device.kind)] = device.contact.map { .string(masked($0, device.kind)) }
        return json
    }

    /// `*******44` of a telephone number, `a***@example.com` of an address.
    static func masked(_ contact: String, _ kind: UserDevice.Kind) -> String {
        guard kind == .email, let at = contact.lastIndex(of: "@") else {
            return String(repeating: "*", count: max(0, contact.count - 2)) + contact.suffix(2)
        }
        return (contact.first.map(String.init) ?? "") + "***" + contact[at...]
    }

    static let shape: Shape = {
        let text = PlatformShape.text
        return PlatformShape.told(
            "Device",
            [
                ("type", .choice(UserDevice.Kind.ofPlatform.map(\.rawValue))), ("status", .choice(["ACTIVE", "ACTIVATION_REQUIRED"])),
                ("user", PlatformShape.reference), ("nickname", text), ("email", text), ("phone", text), ("extension", text),
                ("serialNumber", text), ("testMode", .flag), ("test", .open),
                ("secret", text), ("keyUri", text), ("publicKeyCredentialCreationOptions", text), ("rp", .open), ("displayName", text),
                ("attributes", .open), ("os", .open), ("model", .open), ("locale", text), ("application", .open),
                ("notificationProvider", text), ("allowPushNotification", .flag), ("pushEnabled", .flag), ("pushStatus", .open),
                ("otpEnabled", .flag), ("otpStatus", .open), ("usableStatus", .open),
                ("lock", .open), ("block", .open), ("createdAt", PlatformShape.time),
                ("updatedAt", PlatformShape.time),
            ])
    }()
}

/// A device that is to be added.
struct NewDevice: Shaped {
    var kind = Kind.email
    var status: Status?
    var email: String?
    var phone: String?
    var phoneExtension: String?
    var nickname: String?
    var policy: UUID?
    var relyingParty: RelyingPartyBody?
    /// Whether its codes are returned instead of being sent.
    var testMode: Bool?
    var notification: PairingNotification?
    var serial: String?

    /// A MOBILE device comes by pairing only.
    enum Kind: String, Sendable, CaseIterable {
        case email = "EMAIL"
        case sms = "SMS"
        case voice = "VOICE"
        case totp = "TOTP"
        case fido2 = "FIDO2"
        case oathToken = "OATH_TOKEN"
    }

    enum Status: String, Sendable, CaseIterable {
        case active = "ACTIVE"
        case activationRequired = "ACTIVATION_REQUIRED"
    }

    static let shapeName = "NewDevice"
    static let members: [Member<Self>] = [
        Member("type", \.kind, .choice, .required), Member("status", optional: \.status, .choice),
        Member("email", optional: \.email, .text(3...256, format: "email")), Member("phone", optional: \.phone, .text(3...32)),
        Member("extension", optional: \.phoneExtension, .text(1...20)), Member("nickname", optional: \.nickname, .text(1...100)),
        Member("policy", optional: \.policy, .reference), Member("rp", optional: \.relyingParty, .object),
        Member("testMode", optional: \.testMode, .flag), Member("notification", optional: \.notification, .object, .writeOnly),
        Member("serialNumber", optional: \.serial, .text(1...64)),
    ]

    func check(_ reading: inout ShapeReading) {
        if notification != nil, ![.email, .sms, .voice].contains(kind) {
            reading.refuse(.invalid, "a device of this type is sent no code", at: "notification")
        }
        let needs: [(String, isThere: Bool, isNeeded: Bool)] = [
            ("email", email != nil, kind == .email), ("phone", phone != nil, kind == .sms || kind == .voice),
            ("serialNumber", serial != nil, kind == .oathToken),
        ]
        for (name, isThere, isNeeded) in needs where isThere != isNeeded {
            if isNeeded {
                reading.refuse(.missing, "it is missing", at: name)
            } else {
                reading.refuse(.invalid, "a device of this type has none", at: name)
            }
        }
        if relyingParty != nil, kind != .fido2 { reading.refuse(.invalid, "a device of this type has none", at: "rp") }
        if phoneExtension != nil, kind != .voice { reading.refuse(.invalid, "a device of this type has none", at: "extension") }
    }

    /// Reads an enrolment. With the user's own token a device always has to be activated.
    func enrolment(_ turn: PlatformTurn) throws -> Devices.Enrolment {
        // A caller that receives a device's codes can pass it, so that a user's own token can't make one.
        if testMode == true || notification?.isForWorkers == true { try turn.requireWorker() }
        var enrolment = Devices.Enrolment(UserDevice.Kind(exactly: kind.rawValue) ?? .email)
        (enrolment.contact, enrolment.phoneExtension) = (email ?? phone, phoneExtension)
        (enrolment.nickname, enrolment.policy, enrolment.address) = (nickname, policy, turn.peer)
        enrolment.serial = serial
        enrolment.relyingParty = relyingParty.map { .init(id: $0.id, name: $0.name ?? $0.id) }
        (enrolment.isTest, enrolment.notification) = (testMode == true, notification?.choice ?? NotificationChoice())
        enrolment.isActive = turn.caller.user == nil && status == .active
        return enrolment
    }
}
