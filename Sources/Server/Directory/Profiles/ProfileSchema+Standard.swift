import ResourceMessages

extension ProfileSchema {
    /// The attributes that every schema has, since accounts are found and switched off by them.
    static let core = [
        ProfileAttribute(
            .userName, title: ["en": "Username"], isRequired: true, isUserEditable: true, isSearchable: true,
            rules: AttributeRules(minLength: 1, maxLength: 128, forbiddenCharacters: ["/"]), directoryName: "uid"),
        ProfileAttribute(
            .accountStatus, title: ["en": "Status"], isSearchable: true, rules: AttributeRules(values: ["active", "inactive"]),
            directoryName: "inetUserStatus"),
    ]

    /// The schema of a realm that was given none of its own: the attributes of the documented managed user object.
    package static let standard = ProfileSchema(core + person + address + choices + kept)

    private static let person = [
        text("givenName", "First Name", isRequired: true, shape: .personName),
        text("sn", "Last Name", isRequired: true, shape: .personName),
        text("mail", "Email Address", isRequired: true, shape: .email),
        text("telephoneNumber", "Telephone Number", shape: .phone),
        text("cn", "Common Name"), text("displayName", "Display Name"), text("preferredLanguage", "Language", shape: .language),
        ProfileAttribute(.known("description"), title: ["en": "Description"], isUserEditable: true, rules: AttributeRules(maxLength: 1024)),
        ProfileAttribute(
            .known("profileImage"), title: ["en": "Profile Image"], isUserEditable: true, rules: AttributeRules(shape: .webAddress)),
    ]

    private static let address = [
        text("postalAddress", "Address 1"), text("address2", "Address 2"), text("city", "City", directoryName: "l"),
        text("stateProvince", "State/Province", directoryName: "st"), text("postalCode", "Postal Code"),
        text("country", "Country", directoryName: "co"),
    ]

    private static let choices = [
        flag("preferences/updates", "Send me news and updates"), flag("preferences/marketing", "Send me special offers and services"),
    ]

    /// The attributes that journeys keep about a user.
    private static let kept = [
        ProfileAttribute(.known("aliasList"), .strings, title: ["en": "User Alias Names List"], isSearchable: true),
        ProfileAttribute(.known("termsAccepted/termsVersion"), title: ["en": "Terms version"]),
        ProfileAttribute(.known("termsAccepted/acceptDate"), title: ["en": "Terms accepted"]),
        ProfileAttribute(.known("consentedMappings"), .structure, title: ["en": "Consented mappings"]),
        ProfileAttribute(.known("platform"), .structure, title: ["en": "What the platform's API keeps besides"]),
    ]

    private static func text(
        _ name: String, _ title: String, isRequired: Bool = false, shape: TextShape? = nil, directoryName: String? = nil
    ) -> ProfileAttribute {
        ProfileAttribute(
            .known(name), title: ["en": title], isRequired: isRequired, isUserEditable: true, isSearchable: true,
            rules: AttributeRules(shape: shape), directoryName: directoryName)
    }

    private static func flag(_ name: String, _ title: String) -> ProfileAttribute {
        ProfileAttribute(.known(name), .boolean, title: ["en": title], isUserEditable: true, isSearchable: true)
    }
}
