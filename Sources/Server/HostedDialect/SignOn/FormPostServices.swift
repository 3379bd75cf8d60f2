import Foundations
import Primitives
import Sessions

/// The services of the resource to which providers send forms.
struct FormPostServices: Sendable {
    let time: any TimeSource
    let sealer: Sealer
    let providers: IdentityProviders

    init(_ platform: Platform, _ session: SessionServices) {
        time = platform.time
        sealer = platform.sealer
        providers = session.providers
    }
}
