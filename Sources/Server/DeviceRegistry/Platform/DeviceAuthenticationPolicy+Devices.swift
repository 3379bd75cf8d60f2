package import DevicePolicies

extension DeviceAuthenticationPolicy {
    /// Returns how a code is made that is sent to a device; nil where none is sent.
    package func messaged(_ kind: UserDevice.Kind) -> MessagedPasscode? {
        switch kind {
        case .email: email.passcode
        case .sms: sms.passcode
        case .voice: voice.passcode
        case .mobile, .totp, .fido2, .oathToken, .authenticator, .bound: nil
        }
    }
}
