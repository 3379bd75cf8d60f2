import Hummingbird
import JourneyEngine
import Primitives
import Services

/// The platform's API: environments and what belongs to them, by UUIDs (`pingone-platform.md`).
struct PlatformRoutes: Sendable {
    private let reader: RequestReader
    private let flows: Flows

    /// All routes, as the router and the OpenAPI document have them.
    static let all: [PlatformRoute] =
        EnvironmentResource.routes + PopulationResource.routes + UserResource.routes + UserStateResource.routes + PasswordResource.routes
        + SessionResource.routes + MFASettingsResource.routes + DevicePolicyResource.routes + FIDO2PolicyResource.routes
        + ApplicationResource.routes
        + PushCredentialResource.routes + SignOnPolicyResource.routes + DeviceResource.routes + PairingKeyResource.routes
        + DeviceAuthenticationResource.routes + PlatformCodeResource.routes + FlowResource.routes

    init(reader: RequestReader, flows: Flows) {
        self.reader = reader
        self.flows = flows
    }

    func add(to router: some RouterMethods<GatehouseContext>) {
        let document = OpenAPIDocument(Self.all, at: reader.configuration.publicAddress).json
        router.get("v1/openapi.json") { _, _ in Response.json(document, headers: [.cacheControl: "public, max-age=600"]) }
        PlatformRouter(reader: reader, flows: flows, routes: Self.all).add(to: router)
    }
}
