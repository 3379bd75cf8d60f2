import Foundation
import JourneyMessages
import Primitives

/// The demands of a realm on passwords, after NIST SP 800-63B-4 §3.1.1.2: a length, and that it isn't one of the first that any attacker
/// would try. No kinds of characters, no expiry (docs/decisions/0018-passwords.md).
struct PasswordPolicy: Sendable {
    let minimumLength: Int
    let maximumLength: Int
    /// The number of the last passwords that can't be chosen again.
    let history: Int

    init(_ settings: RealmSettings) {
        let settings = settings[PasswordSettings.self]
        // A setting below what the standard allows at all is not taken for it.
        minimumLength = max(settings.passwordMinimumLength, Self.leastMinimum)
        maximumLength = min(max(settings.passwordMaximumLength, Self.leastMaximum), Self.mostMaximum)
        history = min(max(settings.passwordHistory, 0), Self.longestHistory)
    }

    /// 8 characters at least may be asked for, 64 at least must be taken (§3.1.1.2); a policy may allow 1024 at most.
    static let (leastMinimum, leastMaximum, mostMaximum) = (8, 64, 1024)
    /// Each remembered hash costs as much as a login whenever a password is chosen.
    static let longestHistory = 24

    /// Returns the policies that a password breaks, as far as can be told without the user's old ones.
    func failures(of password: Secret, near context: PasswordContext) -> [FailedPolicy] {
        guard !password.isEmpty else { return [FailedPolicy(.required)] }
        // Four bytes a character at most: a longer one needs no look.
        guard password.count <= maximumLength * 4 else { return [tooLong] }
        let text = PasswordText(password)
        var failed: [FailedPolicy] = []
        if text.length < minimumLength { failed.append(FailedPolicy(.minimumLength, ["minLength": .integer(Int64(minimumLength))])) }
        if text.length > maximumLength { failed.append(tooLong) }
        if CommonPasswords.contain(text) { failed.append(FailedPolicy(.cannotBeCommon)) }
        if context.gives(text) { failed.append(FailedPolicy(.cannotContainOthers, Self.disallowed)) }
        return failed
    }

    /// The policies as clients receive them.
    var policies: AttributePolicies {
        var policies = [
            AttributePolicy("required", [.required]),
            AttributePolicy("minimum-length", [.minimumLength], ["minLength": .integer(Int64(minimumLength))]),
            AttributePolicy("maximum-length", [.maximumLength], ["maxLength": .integer(Int64(maximumLength))]),
            AttributePolicy("not-common", [.cannotBeCommon]),
            AttributePolicy("cannot-contain-others", [.cannotContainOthers], Self.disallowed),
        ]
        if history > 0 { policies.append(AttributePolicy("is-new", [isNew.requirement], isNew.parameters)) }
        return AttributePolicies(of: "password", policies)
    }

    /// The failure of a password that the user had.
    var isNew: FailedPolicy { FailedPolicy(.isNew, ["historyLength": .integer(Int64(history))]) }

    private var tooLong: FailedPolicy { FailedPolicy(.maximumLength, ["maxLength": .integer(Int64(maximumLength))]) }

    private static let disallowed: JSONObject = ["disallowedFields": .string(PasswordContext.fields.joined(separator: ","))]
}
