import ResourceMessages

// The platform's names for sign-on policies (`docs/protocols/platform.md` 2.11).
extension Renaming {
    static let signOnPolicy = Renaming("SignOnPolicy", ["created": "createdAt", "updated": "updatedAt"])

    static let signOnAction = Renaming(
        "SignOnPolicyAction", ["devicePolicy": "deviceAuthenticationPolicy", "noDevices": "noDevicesMode"])

    static let signOnAssignment = Renaming("SignOnPolicyAssignment", ["policy": "signOnPolicy"])
}
