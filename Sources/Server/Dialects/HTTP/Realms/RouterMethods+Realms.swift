package import Hummingbird
import Primitives

extension RouterMethods where Context == GatehouseContext {
    /// Adds routes below each form in which a path may name a realm: none, `realms/alpha`, `realms/root/realms/alpha`… as deep
    /// as realms may nest. Which one it is, ``RealmResolver`` reads from the path.
    ///
    /// - Parameters:
    ///   - prefix: the path before the realm, such as `am/json`.
    ///   - isOptional: whether the path may name no realm, which is the root then.
    package func realms(under prefix: String, isOptional: Bool = true, add: (RouterGroup<GatehouseContext>) -> Void) {
        for depth in (isOptional ? 0 : 1)...Self.deepest {
            add(group(RouterPath(prefix + String(repeating: "/realms/*", count: depth))))
        }
    }

    /// Eight names and `root` before them.
    private static var deepest: Int { 9 }
}
