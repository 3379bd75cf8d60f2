package import DeviceFoundation

/// The word of the user at the terminal that it is them, which stands for the device's own PIN: a terminal has no sensor. It is for trying
/// out.
package struct TerminalVerification: UserVerification {
    private let user: any JourneyConversation

    package init(asking user: any JourneyConversation = TerminalConversation()) { self.user = user }

    package func ask(_ reason: String, by factors: UserFactors) async throws(UserVerificationError) -> VerificationMethod {
        guard user.agrees("\(reason): is that you?") else { throw UserVerificationError(.refused, "the user was not recognised") }
        return .pin
    }

    package func enrollment() async -> BiometricEnrollment { .absent }
}
