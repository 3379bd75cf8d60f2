internal import Primitives

/// The address under which the server is known.
enum PublicURL {
    /// The URL without the slash at its end.
    static func origin(_ url: String) -> String { url.hasSuffix("/") ? String(url.dropLast()) : url }

    /// The address that follows from where the server listens.
    static func of(host: String, port: Int, isSecure: Bool) -> String {
        let name = ["0.0.0.0", "::"].contains(host) ? "localhost" : host.contains(":") ? "[\(host)]" : host
        // An address of IPv4 within IPv6 is known as what it is; browsers write it otherwise.
        if host.hasPrefix("::ffff:"), host.contains(".") {
            return of(host: String(host.dropFirst("::ffff:".utf8.count)), port: port, isSecure: isSecure)
        }
        let isUsual = port == (isSecure ? 443 : 80)
        return (isSecure ? "https://" : "http://") + name + (isUsual ? "" : ":\(port)")
    }
}
