package import Foundations
import Primitives
import ResourceMessages

/// The bounds on messages to users and devices.
package struct MessageSettings: SettingsSection {
    package var mailsPerAddressAndMinute = 20
    package var mailsPerRecipientAndMinute = 5
    package var pushHosts = [
        "fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", "*.notify.windows.com",
    ]

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            3040, "mailsPerAddressAndMinute", \.mailsPerAddressAndMinute, .number(1...1_000_000),
            "How many messages the requests of one network address may have sent in a minute."),
        Setting(
            3050, "mailsPerRecipientAndMinute", \.mailsPerRecipientAndMinute, .number(1...1_000_000),
            """
            How many messages one recipient gets in a minute. A user who has proved who they are has as many to themselves, as has a browser \
            in which the user has signed in before; all strangers together have four times as many.
            """),
        Setting(
            5060, "pushHosts", \.pushHosts, .list(.text),
            """
            Hosts of push services that devices may name: push.example.com, push.example.com:8443, or *.example.com for all below it. Those of the \
            browsers, unless set.
            """),
    ]
}

extension MessageSettings {
    package func check() throws(DomainError) {
        for host in pushHosts where !Self.isHost(host) {
            throw DomainError(
                .invalid, "pushHosts: \(host.prefix(128)) is no host, such as push.example.com, push.example.com:8443 or *.example.com")
        }
    }

    /// A name or an address, perhaps a port; or all below a name.
    private static func isHost(_ text: String) -> Bool {
        WebHost.isHostWithPort(text.hasPrefix("*.") ? String(text.dropFirst(2)) : text)
    }
}
