public import Foundation
public import Primitives

/// The metadata of the FIDO Alliance, or of another publisher, about authenticators: a file of its Metadata Service (MDS 3.0 §3.1).
public struct MetadataBlob: Sendable {
    /// The host that the FIDO Alliance's file is signed for.
    public static let alliance = "mds.fidoalliance.org"
    /// The SHA-256 of the certificate that vouches for the FIDO Alliance's file: GlobalSign Root CA - R3 (MDS 3.0 §3.2).
    public static let allianceRoot = "cbb522d7b7f127ad6a0113865bdf1cd4102e7d0759af635a7cf4720dc963c53b"
    /// The file of the FIDO Alliance has some megabytes.
    private static let (largest, limits) = (32 << 20, JSONLimits(bytes: 24 << 20, depth: 24, values: 2_000_000))

    /// Grows with each edition.
    public let number: Int
    /// The day by which the next edition is out, `2026-12-01`.
    public let nextUpdate: String
    /// The entries, one for each model of authenticator.
    public let entries: [MetadataEntry]

    /// Reads a file and verifies it: the certificates of its header lead to a trusted one, and the first has signed it.
    ///
    /// - Parameters:
    ///   - anchors: the trusted certificates, in DER.
    ///   - host: the name that the signer's certificate must have; nil for any signer that the anchors vouch for.
    ///   - now: when the certificates must be valid. That the next edition is due is no reason to refuse this one.
    /// - Throws: ``WebAuthnError`` `.malformed`, `.untrustedAttestation`, `.invalidSignature`.
    public static func verified(
        _ text: String, anchors: [[UInt8]], host: String? = alliance, at now: Date
    ) async throws(WebAuthnError) -> MetadataBlob {
        let token = try CertifiedToken(text, upTo: largest)
        guard host.map(token.chain.isForHost) ?? true else {
            throw WebAuthnError(.untrustedAttestation, "the metadata's certificate is not for \(host ?? "")")
        }
        guard await token.chain.leads(to: anchors, at: now) else {
            throw WebAuthnError(.untrustedAttestation, "no trusted certificate vouches for the metadata")
        }
        return try MetadataBlob(payload: try token.verifiedPayload())
    }

    /// Reads the payload of a file, and doesn't ask for its signer.
    package init(payload: [UInt8]) throws(WebAuthnError) {
        let json: JSONValue
        do { json = try JSONValue(parsing: payload, limits: Self.limits) } catch {
            throw WebAuthnError(.malformed, "the metadata is not JSON", underlying: error)
        }
        guard let number = json["no"]?.integer, let nextUpdate = json["nextUpdate"]?.string, let entries = json["entries"]?.array else {
            throw WebAuthnError(.malformed, "the metadata has no number, next update and entries")
        }
        self.number = Int(number)
        self.nextUpdate = nextUpdate
        self.entries = entries.compactMap(MetadataEntry.init)
    }

    /// The entry of an authenticator's model.
    /// - Parameter model: the AAGUID as a UUID in lower case.
    public func entry(of model: String) -> MetadataEntry? { entries.first { $0.model == model } }

    /// The certificates that vouch for models of which nothing bad is known, to require attestation by.
    public var anchors: TrustAnchors {
        var anchors = TrustAnchors()
        for entry in entries where !entry.isCompromised {
            if let model = entry.model { anchors.byModel[model, default: []] += entry.roots }
        }
        return anchors
    }
}

/// The metadata of one model of authenticators (MDS 3.0 §3.1.1).
public struct MetadataEntry: Sendable, Equatable {
    /// The AAGUID as a UUID in lower case; nil for U2F and UAF.
    public let model: String?
    /// The identifiers of the keys that attest U2F authenticators, in hexadecimal.
    public let keyIdentifiers: [String]
    public let description: String
    /// The certificates that its attestations lead to, in DER.
    public let roots: [[UInt8]]
    /// The reports in the order of the file.
    public let reports: [StatusReport]

    /// Reads an entry of a file, or ``json``; nil for anything else.
    public init?(_ json: JSONValue) {
        guard json.object != nil else { return nil }
        let statement = json["metadataStatement"]
        model = json["aaguid"]?.string?.lowercased()
        keyIdentifiers = (json["attestationCertificateKeyIdentifiers"]?.strings ?? []).map { $0.lowercased() }
        description = statement?["description"]?.string ?? ""
        // Some files break the Base64 into lines.
        roots = (statement?["attestationRootCertificates"]?.strings ?? []).compactMap { text in
            Data(base64Encoded: text.filter { !$0.isWhitespace }).map(Array.init)
        }
        reports = (json["statusReports"]?.array ?? []).compactMap(StatusReport.init)
    }

    /// The names by which an attestation finds it: the AAGUID, or the identifiers of the keys that attest U2F authenticators.
    public var names: [String] { [model].compactMap(\.self) + keyIdentifiers }

    /// Whether it must not be relied upon any more: a report says so, of whichever version.
    public var isCompromised: Bool { warning != nil }

    /// The report that says so.
    var warning: String? { reports.first { StatusReport.warnings.contains($0.status) }?.status }

    /// The members read of an entry, in the form of the file.
    public var json: JSONValue {
        var json: JSONObject = [
            "metadataStatement": [
                "description": .string(description),
                "attestationRootCertificates": .array(roots.map { .string(Data($0).base64EncodedString()) }),
            ],
            "statusReports": .array(reports.map(\.json)),
        ]
        json["aaguid"] = model.map(JSONValue.string)
        if !keyIdentifiers.isEmpty { json["attestationCertificateKeyIdentifiers"] = .array(keyIdentifiers.map(JSONValue.string)) }
        return .object(json)
    }

    /// The highest level of certification that its reports name; nil for none.
    public var certificationLevel: CertificationLevel? { reports.compactMap(\.level).max() }
}

/// One thing that became known of a model (MDS 3.0 §3.1.3).
public struct StatusReport: Sendable, Equatable {
    /// The statuses with which a model must not be relied upon any more (§3.1.4).
    static let warnings: Set = [
        "USER_VERIFICATION_BYPASS", "ATTESTATION_KEY_COMPROMISE", "USER_KEY_REMOTE_COMPROMISE", "USER_KEY_PHYSICAL_COMPROMISE", "REVOKED",
    ]

    /// The status, such as `FIDO_CERTIFIED_L1` or `REVOKED`.
    public let status: String
    /// The day from which it holds, `2026-01-31`; nil for ever.
    public let effectiveDate: String?

    init?(_ json: JSONValue) {
        guard let status = json["status"]?.string else { return nil }
        self.status = status
        effectiveDate = json["effectiveDate"]?.string
    }

    fileprivate var json: JSONValue {
        var json: JSONObject = ["status": .string(status)]
        json["effectiveDate"] = effectiveDate.map(JSONValue.string)
        return .object(json)
    }

    var level: CertificationLevel? {
        status == "FIDO_CERTIFIED"
            ? .l1 : status.hasPrefix("FIDO_CERTIFIED_") ? CertificationLevel(exactly: String(status.dropFirst(15))) : nil
    }
}

/// The thoroughness with which a model was looked at (FIDO Authenticator Certification).
public enum CertificationLevel: String, Sendable, CaseIterable, Comparable {
    /// The level `L1`, the lowest.
    case l1 = "L1"
    /// The level `L1plus`.
    case l1plus = "L1plus"
    /// The level `L2`.
    case l2 = "L2"
    /// The level `L2plus`.
    case l2plus = "L2plus"
    /// The level `L3`.
    case l3 = "L3"
    /// The level `L3plus`, the highest.
    case l3plus = "L3plus"

    /// Whether one is a lower level than another.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
