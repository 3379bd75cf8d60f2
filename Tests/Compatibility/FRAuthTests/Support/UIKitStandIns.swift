import Foundation

// The documentation's snippets are written in classes of UIKit. These have their names and nothing else, so that the snippets
// compile here as they stand there.

class UIResponder {}
final class UIApplication {
    struct OpenURLOptionsKey: Hashable {}
    struct LaunchOptionsKey: Hashable {}
}
protocol UIApplicationDelegate {}
final class UIScene {}
protocol UIWindowSceneDelegate {}
struct UIOpenURLContext: Hashable {
    let url: URL
}
class UIViewController {}
protocol UIUserActivityRestoring {}
let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
final class NSUserActivity {
    let activityType: String
    var webpageURL: URL?

    init(activityType: String) { self.activityType = activityType }
}
