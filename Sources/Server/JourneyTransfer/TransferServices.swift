package import Directory
package import Messaging
package import Sessions
package import SignIn

/// The services that hold what is imported and exported with journeys.
package struct TransferServices: Sendable {
    package let directory: DirectoryServices
    package let messaging: MessagingServices
    package let session: SessionServices
    package let signIn: SignInServices

    package init(directory: DirectoryServices, messaging: MessagingServices, session: SessionServices, signIn: SignInServices) {
        self.directory = directory
        self.messaging = messaging
        self.session = session
        self.signIn = signIn
    }
}
