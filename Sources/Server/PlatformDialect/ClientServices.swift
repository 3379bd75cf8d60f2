package import Directory
package import Messaging
package import SignIn

/// The services of applications, with their rules for sign-on and their flows.
package struct ClientServices: Sendable {
    let applications: Applications
    let pushCredentials: PushCredentials
    let signOnPolicies: SignOnPolicies
    let signOnAssignments: SignOnAssignments
    let flows: FlowRecords

    package init(_ directory: DirectoryServices, _ messaging: MessagingServices, _ signIn: SignInServices) {
        applications = directory.applications
        pushCredentials = messaging.pushCredentials
        signOnPolicies = signIn.signOnPolicies
        signOnAssignments = signIn.signOnAssignments
        flows = signIn.flows
    }
}
