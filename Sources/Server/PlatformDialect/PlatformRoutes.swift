package import HTTPBase
package import JourneyEngine
import Primitives
package import RealmHTTP

/// The platform's API: environments and what belongs to them, by UUIDs (`docs/protocols/platform.md`).
package struct PlatformRoutes: Dialect {
    private let reader: RequestReader
    private let services: PlatformServices
    private let flows: Flows

    /// All routes, as the router and the OpenAPI document have them.
    static let all: [PlatformRoute] =
        EnvironmentResource.routes + PopulationResource.routes + UserResource.routes + UserStateResource.routes + PasswordResource.routes
        + SessionResource.routes + MFASettingsResource.routes + DevicePolicyResource.routes + FIDO2PolicyResource.routes
        + NotificationPolicyResource.routes + NotificationTemplateResource.routes
        + FIDOMetadataResource.routes + ApplicationResource.routes
        + PushCredentialResource.routes + SignOnPolicyResource.routes + DeviceResource.routes + PairingKeyResource.routes
        + OATHTokenResource.routes
        + RiskEvaluationResource.routes + RiskConfigurationResource.routes + VerifyPolicyResource.routes
        + VerifyTransactionResource.routes + VerifiedDataResource.routes + VerifyStatusResource.routes
        + DeviceAuthenticationResource.routes + PlatformCodeResource.routes + FlowResource.routes

    package init(reader: RequestReader, engine: JourneyEngine, services: PlatformServices) {
        self.reader = reader
        self.services = services
        flows = Flows(engine)
    }

    package var routes: [Route] {
        let address = reader.configuration.publicAddress
        let document = RouteDeclaration.document("openapi.json") { OpenAPIDocument(Self.all, at: address).json }
        return RouteFamily(["v1"], sharing: .never, proofs: [], refusals: .none).routes([document])
            + PlatformRouter(reader: reader, services: services, flows: flows).routes(Self.all)
    }
}
