/// The texts of the mails and messages about devices and second factors, in one language. Variables are those of a realm's own texts,
/// `${otp}`.
package struct NotificationPhrases: Sendable, Decodable {
    /// “Your code”
    package let codeSubject: String
    /// “Your code is ${otp}. …”
    package let code: String
    /// “A device was added to your account”
    package let deviceSubject: String
    /// “A device of the type ${device.type} was added to your account. If that wasn't you, tell your administrator.”
    package let device: String
    /// “Verify your identity”
    package let identitySubject: String
    /// “Verify your identity with your app by the code ${otp}, or open ${verification.link} there. Do not hand it on.”
    package let identity: String
}
