import Primitives
package import ScriptMessages

/// The Java classes of which scripts find a stand-in here; the interpreter's own list is `java.js` of `gatehouse-script`.
package enum JavaStandIns {
    /// The classes by package.
    package static let packages: [String: [String]] = [
        "java.util": [
            "ArrayList", "LinkedList", "HashSet", "LinkedHashSet", "TreeSet", "HashMap", "LinkedHashMap", "TreeMap", "Arrays",
            "Collections",
            "UUID", "Date", "Base64", "Objects",
        ],
        "java.lang": [
            "String", "Integer", "Long", "Short", "Double", "Float", "Boolean", "Math", "System", "StringBuilder", "Exception",
            "RuntimeException", "IllegalArgumentException", "IllegalStateException",
        ],
        "java.security": ["MessageDigest", "SecureRandom"],
        "java.nio.charset": ["StandardCharsets"],
        "javax.security.auth.callback": [
            "NameCallback", "PasswordCallback", "ChoiceCallback", "ConfirmationCallback", "TextOutputCallback", "TextInputCallback",
            "LanguageCallback",
        ],
        "com.sun.identity.authentication.callbacks": ["HiddenValueCallback", "ScriptTextOutputCallback"],
        "com.sun.identity.authentication.spi": ["MetadataCallback", "RedirectCallback", "HttpCallback", "X509CertificateCallback"],
        "org.forgerock.json": ["JsonValue"],
        "org.forgerock.http.protocol": ["Request", "Response", "Status", "Entity"],
        "org.forgerock.openam.auth.node.api": ["Action", "SuspendedTextOutputCallback"],
        "org.forgerock.openam.authentication.callbacks": callbacks,
        "org.forgerock.util.encode": ["Base64", "Base64url"],
    ]

    /// The classes of callbacks, all of which stand in one package beside their own.
    private static let callbacks = [
        "NameCallback", "PasswordCallback", "ChoiceCallback", "ConfirmationCallback", "TextOutputCallback", "TextInputCallback",
        "LanguageCallback", "HiddenValueCallback", "ScriptTextOutputCallback", "SuspendedTextOutputCallback", "MetadataCallback",
        "RedirectCallback", "HttpCallback", "X509CertificateCallback", "StringAttributeInputCallback", "NumberAttributeInputCallback",
        "BooleanAttributeInputCallback", "IdPCallback", "PollingWaitCallback", "SelectIdPCallback", "ValidatedUsernameCallback",
        "ValidatedPasswordCallback", "ValidatedCreateUsernameCallback", "ValidatedCreatePasswordCallback", "KbaCreateCallback",
        "TermsAndConditionsCallback", "ConsentMappingCallback", "DeviceProfileCallback",
    ]

    /// The packages of which a script of the newer generation finds classes.
    private static let root = "java."

    /// The end of a sentence about a class that a script names.
    package static func absence(of name: String) -> String {
        "the Java class \(name), of which there is no stand-in here; it fails where it uses it"
    }

    /// Whether a class has a stand-in for scripts of a generation.
    package static func has(_ path: String, _ generation: ScriptSource.Generation) -> Bool {
        guard let dot = path.lastIndex(of: "."), generation == .legacy || path.hasPrefix(root) else { return false }
        return packages[String(path[..<dot])]?.contains(String(path[path.index(after: dot)...])) == true
    }

    /// Whether some package has a class of a simple name.
    package static func has(simple name: String, _ generation: ScriptSource.Generation) -> Bool {
        packages.contains { package, classes in (generation == .legacy || package.hasPrefix(root)) && classes.contains(name) }
    }
}
