package import Foundations
import Primitives

extension RealmPath {
    /// The realm's part of the paths that name it by pairs, `/realms/alpha/realms/beta`; empty for the root.
    package var pairs: String { names.map { "/realms/" + $0 }.joined() }

    /// The path of the realm in the plain family, which is that of the hosted pages too.
    package var plainPath: String { self == .root ? "/realms/root" : pairs }
}
