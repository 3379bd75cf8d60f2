/// The texts of the mails and messages about devices and second factors, in one language. Variables are those of a realm's own texts, `${otp}`.
package struct NotificationPhrases: Sendable, Decodable {
    package let codeSubject: String
    package let code: String
    package let deviceSubject: String
    package let device: String
    package let identitySubject: String
    package let identity: String
}
