import Authenticator
import AuthenticatorMessages
import DeviceFoundation
import Foundation
import Primitives

extension PhoneOptions {
    /// Opens the phone's authenticator accounts. No server needs to be trusted for it: an account's code says where its server is.
    func accounts(transport: (any HTTPTransport)? = nil) async throws -> Authenticator {
        var configuration = AuthenticatorConfiguration(
            verification: verification, pushDevice: PushDevice(token: "built-in", name: name, type: "linux", carrier: .builtIn))
        let (sensor, tampering) = (sensor, tampering)
        configuration.policies = [BiometricAvailablePolicy { sensor != "nobody" }, DeviceTamperingPolicy { tampering }]
        return try await Authenticator.open(configuration, on: try device(transport: transport))
    }
}

extension Authenticator {
    /// The account that was named by its id, its issuer or its name; the only account when none was named.
    func account(named name: String?) async throws -> Account {
        let all = try await accounts
        let found = all.filter { name == nil || [$0.id, $0.name, $0.issuer, $0.displayName, $0.displayIssuer].contains(name) }
        guard found.count == 1 else {
            let which = all.map(\.id).joined(separator: ", ")
            throw PhoneFailure(
                all.isEmpty
                    ? "this phone has no accounts; add one with: phone add 'otpauth://…'"
                    : "\(found.isEmpty ? "there is no account \(name ?? "")" : "say which account"): \(which)")
        }
        return found[0]
    }
}

extension Account {
    /// The account as JSON, without its secrets.
    var object: JSONObject {
        var object: JSONObject = [
            "id": .string(id), "issuer": .string(displayIssuer ?? issuer), "account": .string(displayName ?? name),
            "mechanisms": .array(mechanisms.map { .string($0.type) }), "locked": .bool(isLocked),
        ]
        object["lockingPolicy"] = (lock?.policy).map(JSONValue.string)
        return object
    }

    /// Its one-time passwords: by time, by counter, or both.
    var passwords: [Mechanism] { mechanisms.filter { $0.password != nil } }

    var title: String { "\(displayIssuer ?? issuer) · \(displayName ?? name)" }
}

extension OneTimeCode {
    var object: JSONObject {
        var object: JSONObject = ["code": .string(code)]
        object["validFrom"] = from.map { .number($0.timeIntervalSince1970) }
        object["validUntil"] = until.map { .number($0.timeIntervalSince1970) }
        object["counter"] = counter.map { .integer(Int64(clamping: $0)) }
        return object
    }

    /// The digits in two groups.
    var grouped: String { "\(code.prefix(code.count / 2)) \(code.dropFirst(code.count / 2))" }

    /// Returns the number of seconds that it is good for; nil for one that counts.
    func secondsLeft(at now: Date) -> Int? { until.map { max(0, Int($0.timeIntervalSince(now).rounded(.up))) } }

    /// The code with its running clock.
    func line(at now: Date) -> String {
        guard let left = secondsLeft(at: now) else { return "\(grouped)  number \(counter ?? 0)" }
        let filled = Int((1 - progress(at: now)) * 20)
        return "\(grouped)  \(String(repeating: "━", count: filled))\(String(repeating: "┄", count: 20 - filled)) \(left) s"
    }
}

extension PushNotification {
    /// Returns the lines that the user is shown.
    func lines(account: Account?) -> [String] {
        var lines = [message ?? "A sign-in asks for approval"]
        if let account { lines.append(account.title) }
        if let address = context?.address { lines.append("from \(address)") }
        switch kind {
        case .challenge: lines.append("which number is shown there? \(numbers.joined(separator: "  "))")
        case .biometric: lines.append("the sensor must recognise you")
        case .plain: break
        }
        return lines
    }

    /// The number among its own that equals a given integer; nil when there is none.
    func number(_ given: Int?) -> String? { given.flatMap { given in numbers.first { Int($0) == given } } }

    func object(account: Account?, decision: String?) -> JSONObject {
        var object: JSONObject = [
            "notification": .string(id), "type": .string(kind.rawValue), "expires": .integer(Int64(expires.timeIntervalSince1970)),
        ]
        object["account"] = (account?.id).map(JSONValue.string)
        object["message"] = message.map(JSONValue.string)
        if !numbers.isEmpty { object["numbers"] = .array(numbers.map(JSONValue.string)) }
        object["address"] = (context?.address).map(JSONValue.string)
        object["customPayload"] = customPayload.map(JSONValue.string)
        object["decision"] = decision.map(JSONValue.string)
        return object
    }
}
