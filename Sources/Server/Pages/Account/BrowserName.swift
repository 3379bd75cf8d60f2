import Primitives

/// The name of a program by its `User-Agent` (RFC 9110 §10.1.5): the browser and the system, such as `Firefox, Android`.
enum BrowserName {
    /// Marks of browsers, in the order in which they count: most browsers carry those of others as well.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"),
        ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Version/", "Safari"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iOS"), ("iPad", "iPadOS"), ("Windows", "Windows"), ("CrOS", "ChromeOS"), ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ]

    /// nil for a program that tells nothing.
    static func of(_ userAgent: String?) -> String? {
        guard let userAgent = userAgent.nonEmpty else { return nil }
        let browser = browsers.first { userAgent.contains($0.0) }?.1
        let product = String(userAgent.prefix { $0 != "/" && $0 != " " })
        let name = browser ?? (product == "Mozilla" ? nil : product)
        let parts = [name, systems.first { userAgent.contains($0.0) }?.1].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
