internal import Primitives

/// The address under which the server is known.
enum PublicURL {
    /// The URL without the slash at its end.
    static func origin(_ url: String) -> String { url.hasSuffix("/") ? String(url.dropLast()) : url }

    /// The address that follows from where the server listens.
    static func of(host: String, port: Int, isSecure: Bool) -> String {
        let name = ["0.0.0.0", "::"].contains(host) ? "localhost" : host.contains(":") ? "[\(host)]" : host
        let isUsual = port == (isSecure ? 443 : 80)
        return (isSecure ? "https://" : "http://") + name + (isUsual ? "" : ":\(port)")
    }
}
