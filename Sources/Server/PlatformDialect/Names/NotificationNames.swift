import ResourceMessages

// The platform's names for notification policies (`docs/protocols/platform.md` 2.8) and for what notifications say (2.13).
extension Renaming {
    static let notificationPolicy = Renaming(
        "NotificationsPolicy",
        [
            "quotas": .of(Renaming("NotificationQuota", ["subject": "type", "methods": "deliveryMethods"])),
            "countryLimit": .of(Renaming("CountryLimit", ["kind": "type"])), "cooldown": .named("cooldownConfiguration", cooldown),
            "updated": "updatedAt",
        ])

    private static let cooldown = Renaming("CooldownConfiguration")

    static let notificationContent = Renaming(
        "NotificationContent",
        [
            "method": "deliveryMethod", "format": "emailContentType", "category": "pushCategory", "created": "createdAt",
            "updated": "updatedAt",
        ])
}
