import Primitives

/// The open contents of a vault: secrets by service and name.
struct VaultTable: Equatable {
    private(set) var records: [StoreKey: Secret] = [:]

    subscript(key: StoreKey) -> Secret? {
        get { records[key] }
        set { records[key] = newValue }
    }

    func names(in service: String) -> [String] {
        records.keys.filter { $0.service == service }.map(\.name).sorted()
    }
}

extension VaultTable {
    /// The bytes that are sealed: a JSON array of `[service, name, base64url]`.
    var encoded: [UInt8] {
        let rows = records.map { key, secret -> JSONValue in
            [.string(key.service), .string(key.name), .string(secret.withBytes { Base64URL.encode($0) })]
        }
        return JSONValue.array(rows).encoded
    }

    init?(encoded bytes: [UInt8]) {
        guard let rows = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: .max, values: .max)).array else { return nil }
        for row in rows {
            guard let fields = row.strings, fields.count == 3, let value = Base64URL.decode(fields[2]) else { return nil }
            records[StoreKey(fields[0], fields[1])] = Secret(bytes: value)
        }
    }
}
