public import Foundation
import Primitives
import SwiftASN1
import X509

/// The certificates of an authority that don't count any more (RFC 5280 §5).
public struct RevocationList: Sendable {
    private static let largest = 8 << 20

    /// The list in DER, as it was read.
    public let der: [UInt8]
    /// The authority's name, `CN=Example CA,O=Example`.
    public var authority: String { issuer.description }
    /// The time when the authority issued the list.
    public let updated: Date
    /// The time when the next one is due; nil when the list doesn't say, and then it is of no use.
    public let nextUpdate: Date?
    /// The number of certificates that it revokes.
    public var count: Int { revoked.count }

    private let issuer: DistinguishedName
    private let revoked: Set<Certificate.SerialNumber>
    private let signed: ArraySlice<UInt8>
    private let algorithm: ASN1ObjectIdentifier
    private let signature: ArraySlice<UInt8>

    /// Reads a list of up to 8 MiB. One that isn't about all of its authority's certificates, and says so as the standard has it, isn't taken.
    ///
    /// - Throws: ``WebAuthnError/Code/malformed``.
    public init(der: [UInt8]) throws(WebAuthnError) {
        guard der.count <= Self.largest else { throw WebAuthnError(.malformed, "the revocation list is too large") }
        do {
            let list = try Fields(der)
            signed = list.signed
            algorithm = list.algorithm
            signature = list.signature
            issuer = list.issuer
            updated = list.updated
            nextUpdate = list.nextUpdate
            revoked = list.revoked
        } catch let error as WebAuthnError { throw error } catch {
            throw WebAuthnError(.malformed, "the revocation list can't be read", underlying: error)
        }
        self.der = der
    }

    /// Whether it is this authority's, and may be relied upon now.
    func isOf(_ authority: Certificate, at now: Date) -> Bool {
        guard authority.subject == issuer, updated <= now, nextUpdate.map({ now <= $0 }) ?? false else { return false }
        // RFC 5280 §6.3.3 (f)
        if let usage = try? authority.extensions.keyUsage, !usage.cRLSign { return false }
        guard let algorithm = Self.algorithms[algorithm] else { return false }
        return authority.publicKey.isValidSignature(signature, for: signed, signatureAlgorithm: algorithm)
    }

    func revokes(_ certificate: Certificate) -> Bool { revoked.contains(certificate.serialNumber) }

    private static let algorithms: [ASN1ObjectIdentifier: Certificate.SignatureAlgorithm] = [
        [1, 2, 840, 10045, 4, 3, 2]: .ecdsaWithSHA256, [1, 2, 840, 10045, 4, 3, 3]: .ecdsaWithSHA384,
        [1, 2, 840, 10045, 4, 3, 4]: .ecdsaWithSHA512, [1, 2, 840, 113549, 1, 1, 11]: .sha256WithRSAEncryption,
        [1, 2, 840, 113549, 1, 1, 12]: .sha384WithRSAEncryption, [1, 2, 840, 113549, 1, 1, 13]: .sha512WithRSAEncryption,
        [1, 3, 101, 112]: .ed25519,
    ]
}

/// `CertificateList` (RFC 5280 §5.1).
private struct Fields {
    let signed: ArraySlice<UInt8>
    let algorithm: ASN1ObjectIdentifier
    let signature: ArraySlice<UInt8>
    private(set) var issuer = DistinguishedName()
    private(set) var updated = Date.distantFuture
    private(set) var nextUpdate: Date?
    private(set) var revoked: Set<Certificate.SerialNumber> = []

    init(_ der: [UInt8]) throws {
        let (list, algorithm, signature) = try DER.sequence(try DER.parse(der), identifier: .sequence) { nodes in
            guard let list = nodes.next(), let algorithm = nodes.next() else { throw ASN1Error.truncatedASN1Field() }
            return (list, try Self.identifier(algorithm), try ASN1BitString(derEncoded: &nodes).bytes)
        }
        signed = list.encodedBytes
        self.algorithm = algorithm
        self.signature = signature
        try DER.sequence(list, identifier: .sequence) { try read(&$0) }
    }

    private mutating func read(_ nodes: inout ASN1NodeCollection.Iterator) throws {
        guard var node = nodes.next() else { throw ASN1Error.truncatedASN1Field() }
        // The version is left out of the first.
        if node.identifier == .integer { node = try Self.next(&nodes) }
        guard try Self.identifier(node) == algorithm else { throw WebAuthnError(.malformed, "the revocation list names two algorithms") }
        issuer = try DistinguishedName(derEncoded: try Self.next(&nodes))
        updated = try Self.time(try Self.next(&nodes))
        var rest = nodes.next()
        if let node = rest, [.utcTime, .generalizedTime].contains(node.identifier) {
            nextUpdate = try Self.time(node)
            rest = nodes.next()
        }
        if let node = rest, node.identifier == .sequence {
            revoked = try Self.serials(node)
            rest = nodes.next()
        }
        if let node = rest { try Self.check(node) }
    }

    private static func serials(_ node: ASN1Node) throws -> Set<Certificate.SerialNumber> {
        guard case .constructed(let entries) = node.content else { throw ASN1Error.unexpectedFieldType(node.identifier) }
        var serials: Set<Certificate.SerialNumber> = []
        for entry in entries {
            try DER.sequence(entry, identifier: .sequence) { nodes in
                serials.insert(Certificate.SerialNumber(bytes: try ArraySlice<UInt8>(derEncoded: &nodes)))
                _ = try next(&nodes)
                if let extensions = nodes.next() { try checkExtensions(extensions) }
            }
        }
        return serials
    }

    /// `crlExtensions`, tagged with 0.
    private static func check(_ node: ASN1Node) throws {
        let tag = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
        guard node.identifier == tag, case .constructed(let content) = node.content, let extensions = content.first(where: { _ in true })
        else { throw ASN1Error.unexpectedFieldType(node.identifier) }
        try checkExtensions(extensions)
    }

    /// Checks the extensions: what is critical limits what the list is about, or whose it is (RFC 5280 §5.2.4, §5.2.5, §5.3.3).
    private static func checkExtensions(_ node: ASN1Node) throws {
        for item in try DER.sequence(of: Certificate.Extension.self, identifier: .sequence, rootNode: node) where item.critical {
            throw WebAuthnError(.malformed, "the revocation list is about a part of its authority's certificates only (\(item.oid))")
        }
    }

    private static func next(_ nodes: inout ASN1NodeCollection.Iterator) throws -> ASN1Node {
        guard let node = nodes.next() else { throw ASN1Error.truncatedASN1Field() }
        return node
    }

    /// The identifier of an `AlgorithmIdentifier`.
    private static func identifier(_ node: ASN1Node) throws -> ASN1ObjectIdentifier {
        try DER.sequence(node, identifier: .sequence) { nodes in
            let identifier = try ASN1ObjectIdentifier(derEncoded: &nodes)
            while nodes.next() != nil {}
            return identifier
        }
    }

    private static func time(_ node: ASN1Node) throws -> Date {
        var parts = DateComponents()
        if node.identifier == .utcTime {
            let time = try UTCTime(derEncoded: node)
            (parts.year, parts.month, parts.day) = (time.year, time.month, time.day)
            (parts.hour, parts.minute, parts.second) = (time.hours, time.minutes, time.seconds)
        } else {
            let time = try GeneralizedTime(derEncoded: node)
            (parts.year, parts.month, parts.day) = (time.year, time.month, time.day)
            (parts.hour, parts.minute, parts.second) = (time.hours, time.minutes, time.seconds)
        }
        parts.timeZone = .gmt
        guard let date = Calendar(identifier: .gregorian).date(from: parts) else {
            throw WebAuthnError(.malformed, "the revocation list has a time that is none")
        }
        return date
    }
}
