import Primitives
import ResourceMessages

extension DeviceAuthenticationPolicy {
    /// A setting of the platform's that this server has nothing behind.
    private struct Idle {
        let path: String
        /// Whether it is set to anything but off.
        let isSet: Bool
        let reason: String

        init(_ path: String, _ isSet: Bool, _ reason: String) {
            self.path = path
            self.isSet = isSet
            self.reason = reason
        }
    }

    /// Refuses what would be kept and do nothing: an administrator must not believe that it does something.
    func checkEffects() throws(ShapeError) {
        for setting in idle + prompts where setting.isSet { throw ShapeError(.invalid, at: setting.path, setting.reason) }
    }

    private var idle: [Idle] {
        let isPingID = mobile.applications?.contains { $0.type == .pingID } == true
        return [
            Idle(
                "forSignOnPolicy", forSignOnPolicy == true,
                "no policy is for sign-on policies alone; the default one counts for all that name none"),
            Idle(
                "rememberMe.web.enabled", rememberMe?.web?.isEnabled == true,
                "browsers aren't remembered; a sign-on policy's conditions say when to ask"),
            Idle("whatsApp.enabled", whatsApp?.isEnabled == true, "there are no devices of the type WHATSAPP"),
            Idle("desktop.enabled", desktop?.isEnabled == true, "there are no devices of the type PINGID_DESKTOP"),
            Idle(
                "yubikey.enabled", yubikey?.isEnabled == true, "there are no devices of the type YUBIKEY; a security key is a FIDO2 device"),
            Idle("mobile.applications", isPingID, "the PingID app has no installations here; name an application of this environment"),
        ]
    }

    private var prompts: [Idle] {
        let methods: [(String, Bool)] = [
            ("sms", sms.promptsForNickname), ("voice", voice.promptsForNickname), ("email", email.promptsForNickname),
            ("totp", totp.promptsForNickname), ("oathToken", oathToken?.promptsForNickname == true),
            ("fido2", fido2?.promptsForNickname == true), ("mobile", mobile.promptsForNickname),
        ]
        return methods.map { name, isSet in
            Idle(
                name + ".promptsForNickname", isSet,
                "the client that pairs a device asks for its name, and sets it as the device's nickname")
        }
    }
}
