import Primitives
import Store

extension Applications {
    /// The columns of what applications have of mobile apps besides their settings.
    static let mobileColumns: [SQL] = ["ALTER TABLE applications ADD COLUMN mobile_secrets BLOB"]
}

/// The keys among an application's mobile settings. They are stored apart from the rest, sealed, as one JSON object.
extension MobileSettings {
    private static var places: [(name: String, path: WritableKeyPath<IntegrityDetection.GooglePlay, Secret?>)] {
        [
            ("decryptionKey", \.decryptionKey), ("verificationKey", \.verificationKey), ("serviceAccountCredentials", \.serviceAccount),
        ]
    }

    /// nil when there are none.
    var secrets: Secret? {
        guard let keys = integrityDetection?.googlePlay else { return nil }
        var object = JSONObject()
        for (name, path) in Self.places { object[name] = keys[keyPath: path].map { .string($0.reveal()) } }
        return object.isEmpty ? nil : Secret(bytes: JSONValue.object(object).encoded)
    }

    /// The settings with the keys that were stored.
    func with(_ secrets: Secret) throws -> MobileSettings {
        var settings = self
        let object = try secrets.withBytes { try JSONValue(parsing: $0, limits: .own()) }
        for (name, path) in Self.places {
            settings.integrityDetection?.googlePlay?[keyPath: path] = object[name]?.string.map { Secret($0) }
        }
        return settings
    }
}
