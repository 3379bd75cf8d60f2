import OAuthMessages
import RealmHTTP

extension PathFamily {
    /// The errors of silent requests, as the family's clients know them.
    var silentRefusal: SilentRefusal {
        switch self {
        case .am: .anyInteraction
        case .plain: .standard
        case .platform: .platform
        }
    }
}
