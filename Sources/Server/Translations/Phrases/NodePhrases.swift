/// The texts that nodes of journeys have of their own, in one language. Placeholders have two braces, as an administrator's texts have
/// them.
package final class NodePhrases: Sendable, Decodable {
    /// “User Name”
    package let userName: String
    /// “Password”
    package let password: String
    /// “New Password”
    package let newPassword: String
    /// “Confirm Password”
    package let confirmPassword: String
    /// “The passwords differ.”
    package let passwordsDiffer: String
    /// “The password is too short.”
    package let passwordTooShort: String
    /// “You consent to your data being shared with external services.”
    package let consent: String
    /// “Select a security question”
    package let selectQuestion: String
    /// “Authentication required”
    package let authenticationRequired: String
    /// “Cryptography device binding”
    package let deviceBinding: String
    /// “Please complete with biometric to proceed”
    package let completeBiometric: String
    /// “Default message”
    package let defaultMessage: String
    /// “Yes”
    package let yes: String
    /// “No”
    package let no: String
    /// “Waiting for response...”
    package let waiting: String
    /// “Cancel”
    package let cancel: String
    /// “Not now”
    package let notNow: String
    /// “Next”
    package let next: String
    /// “Continue”
    package let proceed: String
    /// “Submit”
    package let submit: String
    /// “How do you want to get the link?”
    package let linkChoice: String
    /// “Scan this code with your app to verify your identity, or enter {{code}} there.”
    package let scanToVerify: String
    /// “Continue in your app. Your documents are checked there and here.”
    package let continueInApp: String
    /// “By a QR code”
    package let byCode: String
    /// “By e-mail”
    package let byMail: String
    /// “By text message”
    package let byMessage: String
    /// “Approve the request on your phone.”
    package let approveOnPhone: String
    /// “Approve the request in the app on your phone.”
    package let approveInApp: String
    /// “Enter the number {{number}} there.”
    package let enterNumber: String
    /// “Passcode”
    package let passcode: String
    /// “Which device do you want to use?”
    package let whichDevice: String
    /// “Scan this code with your phone, or enter {{code}} there.”
    package let scanOrEnterCode: String
    /// “Scan this code with your phone, or enter {{key}} there.”
    package let scanOrEnterKey: String
    /// “Sign in another way”
    package let otherWay: String
    /// “Scan the QR code image below with the ForgeRock Authenticator app to register your device with your login.”
    package let scanToRegister: String
    /// “The company requires multi-factor authentication: register a device, or get an app for it first.”
    package let mustRegister: String
    /// “Register Device”
    package let registerDevice: String
    /// “Get the App”
    package let getApp: String
    /// “Skip this step”
    package let skipStep: String
    /// “Opt-out”
    package let optOut: String
    /// “Get the app from the Apple App Store or on Google Play: {{appleLink}} {{googleLink}}”
    package let getAppFrom: String
    /// “Login attempt from {{user}} at {{issuer}}”
    package let loginAttempt: String
    /// “Open the app, then tap {{challenge}} to sign in”
    package let tapChallenge: String
    /// “Sign in as {{user}}?”
    package let signInAs: String
    /// “Your one-time passcode”
    package let passcodeSubject: String
    /// “Your one-time passcode is {{OTP}}. If you did not ask for it, …”
    package let passcodeMail: String
    /// “Your one-time passcode is {{OTP}}. …”
    package let passcodeMessage: String
    /// “An email has been sent to the address you entered. Click the link in that email to proceed.”
    package let mailSent: String
    /// “Use a passcode”
    package let usePasscode: String
    /// “Use another device”
    package let useOtherDevice: String
    /// “Send again”
    package let sendAgain: String
    /// “Your phone is being recognised.”
    package let recognisingPhone: String
    /// “Use your passkey.”
    package let usePasskey: String
    /// The sentence for a request that wasn’t answered in time.
    package let nobodyAnswered: String
    /// “An answer is needed.”
    package let answerNeeded: String
    /// “Your recovery codes”
    package let recoveryCodes: String
    /// “Keep them where your phone isn't. Each lets you in once, without {{device}}. They are not shown again.”
    package let recoveryAdvice: String
    /// “I have written them down”
    package let recoveryDone: String
    /// “Recovery Code”
    package let recoveryCode: String
    /// “Waiting for the device to register”
    package let waitingForDevice: String
    /// “Enter verification code”
    package let enterVerificationCode: String
    /// “Use recovery code”
    package let useRecoveryCode: String
    /// “Use Recovery Code”
    package let useRecoveryCodeInstead: String
    /// “This code was used before. Wait for the next one.”
    package let codeUsed: String
    /// “Codes of your device are locked. An administrator can unlock them.”
    package let codesLocked: String
    /// “One Time Password”
    package let oneTimePassword: String
    /// “This account is locked.”
    package let accountLocked: String
    /// “This account is locked. Time left in minutes: {minutes}.”
    package let accountLockedFor: String
    /// “The answer”
    package let answer: String
    /// “Sign in anew to change this.”
    package let signInAnew: String
    /// “Phone”
    package let phone: String
    /// “Authenticator”
    package let authenticator: String
}
