import Primitives
import SwiftASN1

/// The description of a key in Android's certificate (`KeyDescription`, the extension 1.3.6.1.4.1.11129.2.1.17).
struct AndroidKeyDescription {
    /// The members of an `AuthorizationList` that matter.
    struct Authorizations {
        var purposes: [Int]?
        var isForAllApplications = false
        var origin: Int?
    }

    private enum Tag {
        static let purpose: UInt = 1
        static let allApplications: UInt = 600
        static let origin: UInt = 702
    }

    /// `KM_PURPOSE_SIGN` and `KM_ORIGIN_GENERATED`.
    private static let sign = 2
    private static let generated = 0

    let challenge: [UInt8]
    let software: Authorizations
    let trustedEnvironment: Authorizations

    /// Nil for bytes that are no description.
    init?(der: ArraySlice<UInt8>) {
        guard let (challenge, software, trusted) = try? Self.members(der) else { return nil }
        self.challenge = challenge
        self.software = software
        trustedEnvironment = trusted
    }

    var isForOneApp: Bool { !software.isForAllApplications && !trustedEnvironment.isForAllApplications }

    /// Whether the key signs and was made in the device. Where a trusted environment is required, it must say both; otherwise
    /// nothing that is said may contradict it.
    func signsAndWasMadeThere(requiringTrustedEnvironment: Bool) -> Bool {
        guard requiringTrustedEnvironment else {
            return [software, trustedEnvironment].allSatisfy {
                ($0.purposes.map { $0.contains(Self.sign) } ?? true) && ($0.origin ?? Self.generated) == Self.generated
            }
        }
        return trustedEnvironment.purposes?.contains(Self.sign) == true && trustedEnvironment.origin == Self.generated
    }

    private static func members(_ der: ArraySlice<UInt8>) throws -> ([UInt8], Authorizations, Authorizations) {
        try DER.sequence(try DER.parse(der), identifier: .sequence) { nodes in
            // attestationVersion, attestationSecurityLevel, keymasterVersion, keymasterSecurityLevel
            for _ in 0..<4 { _ = nodes.next() }
            let challenge = Array(try ASN1OctetString(derEncoded: &nodes).bytes)
            _ = nodes.next()
            guard let software = nodes.next(), let trusted = nodes.next() else {
                throw ASN1Error.truncatedASN1Field()
            }
            return (challenge, try authorizations(software), try authorizations(trusted))
        }
    }

    private static func authorizations(_ node: ASN1Node) throws -> Authorizations {
        guard case .constructed(let members) = node.content else { throw ASN1Error.unexpectedFieldType(node.identifier) }
        var list = Authorizations()
        for member in members where member.identifier.tagClass == .contextSpecific {
            guard case .constructed(let content) = member.content, let value = content.first(where: { _ in true }) else { continue }
            switch member.identifier.tagNumber {
            case Tag.purpose: list.purposes = try integers(value)
            case Tag.allApplications: list.isForAllApplications = true
            case Tag.origin: list.origin = try Int(derEncoded: value)
            default: continue
            }
        }
        return list
    }

    private static func integers(_ set: ASN1Node) throws -> [Int] {
        guard case .constructed(let members) = set.content else { throw ASN1Error.unexpectedFieldType(set.identifier) }
        return try members.map { try Int(derEncoded: $0) }
    }
}
