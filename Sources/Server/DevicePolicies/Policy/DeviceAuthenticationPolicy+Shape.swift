import Foundation
package import ResourceMessages
import Foundations
import Primitives

extension DeviceAuthenticationPolicy: Shaped {
    package static let shapeName = "DeviceAuthenticationPolicy"

    package static let members: [Member<Self>] = [
        Member("id", \.id, .id, .readOnly),
        Member("name", \.name, .text(1...256), .required),
        Member("default", \.isDefault, .flag),
        Member("forSignOnPolicy", optional: \.forSignOnPolicy, .flag),
        Member("ignoresUserLock", \.ignoresUserLock, .flag).formerly("ignoreUserLock"),
        Member("newDeviceNotification", \.newDeviceNotification, .choice),
        Member("authentication", optional: \.authentication, .object),
        Member("notificationPolicy", optional: \.notificationsPolicy, .notificationPolicy).formerly("notificationsPolicy"),
        Member("rememberMe", optional: \.rememberMe, .object),
        Member("sms", \.sms, .object, .required),
        Member("voice", \.voice, .object, .required),
        Member("email", \.email, .object, .required),
        Member("whatsApp", optional: \.whatsApp, .object),
        Member("totp", \.totp, .object, .required),
        Member("oathToken", optional: \.oathToken, .object),
        Member("fido2", optional: \.fido2, .object),
        Member("desktop", optional: \.desktop, .object),
        Member("yubikey", optional: \.yubikey, .object),
        Member("mobile", \.mobile, .object, .required),
        Member("updated", optional: \.updated, .time, .readOnly).formerly("updatedAt"),
    ]

    /// A policy that is to be read: without a name, and with an id that means nothing yet.
    package init() { self.init(id: .zero, name: "") }
}

extension DeviceAuthenticationPolicy.RememberMe: Shaped {
    package static let shapeName = "RememberMe"
    package static let members: [Member<Self>] = [Member("web", optional: \.web, .object)]
}

extension DeviceAuthenticationPolicy.RememberMe.Web: Shaped {
    package static let shapeName = "RememberMeWeb"
    package static let members: [Member<Self>] = [
        Member("enabled", \.isEnabled, .flag, .required),
        Member("lifetime", \.lifetime, .span(60...7_776_000, [.minutes, .hours, .days])).formerly("lifeTime"),
    ]
}

extension Form where Value == String {
    fileprivate static var notificationPolicy: Form { .reference(to: .text(1...64).naming(.notificationPolicy)) }
}
