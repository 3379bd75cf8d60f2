import Primitives

/// The two journeys that a configuration names.
public enum FRAuthFlowType: Sendable {
    /// Signs a user in: the journey of `forgerock_auth_service_name`.
    case authentication
    /// Registers a user: the journey of `forgerock_registration_service_name`.
    case registration

    var journey: KeyPath<FROptions, String> {
        switch self {
        case .authentication: \.authServiceName
        case .registration: \.registrationServiceName
        }
    }

    /// The journey's name in a property list.
    var property: String {
        switch self {
        case .authentication: "forgerock_auth_service_name"
        case .registration: "forgerock_registration_service_name"
        }
    }
}
