import CommandChannel
package import Directory
package import Foundation
package import Foundations
import Primitives
package import ResourceMessages
package import Store

/// The applications whose users have such authenticators.
package typealias OrchestrationApplications = RuledApplications<OrchestrationRules>

/// The rules of an application whose users have authenticators that are reached by commands (`docs/orchestration.md`).
package struct OrchestrationRules: ApplicationRules {
    /// Whether the application's server may call, and devices may speak.
    package var isEnabled = true
    /// The domain of its users, as devices and callers name it.
    package var domain = ""
    /// The number of authenticators that a user may have.
    package var mostDevices = 5
    /// The form of PINs.
    package var pinMinimum = 6
    /// The greatest number of characters of a PIN.
    package var pinMaximum = 12
    /// Whether a PIN consists of digits alone.
    package var pinIsNumeric = true
    /// Whether PINs that are easily guessed are refused.
    package var pinRefusesWeak = true
    /// Whether codes count that were made without the PIN, by a fingerprint or by nothing.
    package var takesCodesWithoutPIN = false
    /// Whether the risk of registrations, sign-ins and signatures is evaluated, and told to the customer's server.
    package var evaluatesRisk = false

    package init() {}

    var pins: PINPolicy {
        PINPolicy(minimum: pinMinimum, maximum: pinMaximum, isNumeric: pinIsNumeric, refusesWeak: pinRefusesWeak)
    }
}

extension OrchestrationRules {
    package static let reading: SQL = "SELECT rules FROM orchestration_applications WHERE realm = ?1 AND application = ?2"
    package static let writing: SQL = """
        INSERT INTO orchestration_applications (realm, application, rules) VALUES (?1, ?2, ?3)
        ON CONFLICT (realm, application) DO UPDATE SET rules = ?3
        """
    package static let change = "orchestration rules"
    /// The table `orchestration_applications`; rows go with their realm or application. Reads which users a name means for its
    /// applications.
    package static let feature = Feature(
        history: [
            SchemaStep(
                36, "orchestration", place: 0,
                [
                    """
                    CREATE TABLE orchestration_applications (
                        realm TEXT NOT NULL, application TEXT NOT NULL, rules TEXT NOT NULL, PRIMARY KEY (realm, application))
                    """
                ])
        ],
        tables: [.owned("orchestration_applications", filled: .byAdministration, by: .application("application"))],
        reads: domainReading)

    /// The reading of a name that ends as a domain of the realm does: in calls of the application's customer it is what stands before.
    private static func domainReading(_ name: Feature.ReadName) throws -> String? {
        // As ``UserReference`` takes it apart: white space behind the @ counts for nothing.
        let bytes = Array(name.folded.utf8)
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let end = "@" + String(own: bytes[(at + 1)...].drop { $0 == UInt8(ascii: " ") })
        let rows = try name.transaction.rows("SELECT application, rules FROM orchestration_applications WHERE realm = ?1", name.realm)
        for row in rows {
            let rules = try Self(stored: try JSONValue(parsing: try row.text("rules")))
            guard rules.ending == end else { continue }
            return "one with the domain of the application \(try row.text("application"))"
        }
        return nil
    }

    /// The folded end of texts that name the domain; nil for an application without one.
    private var ending: String? { domain.isEmpty ? nil : NameFolding.folded(domain).map { "@" + $0 } }

    /// Refuses a new domain that names of users end with: they would be read as other users'.
    package func check(of application: String, realm: UUID, in transaction: any ReadTransaction) throws {
        let old = try RuledApplications<Self>.rules(of: application, realm: realm, in: transaction)
        guard let ending, old?.ending.map({ !$0.utf8.elementsEqual(ending.utf8) }) ?? true else { return }
        let names = try [ending, "@ " + ending.dropFirst()].flatMap { try Users.names(endingIn: $0, realm: realm, in: transaction) }
        guard names.isEmpty else {
            let named = names.map { JSONValue.string($0).text }.joined(separator: ", ")
            throw DomainError(
                .invalid, "domain: names of users end with it (\(named)), and would be read as others'; rename these users first")
        }
    }

    /// - Throws: `invalid` for PINs that would have to be longer than they may be.
    package func checkTogether() throws {
        guard !domain.utf8.contains(UInt8(ascii: "@")) else { throw DomainError(.invalid, "domain has no @: that stands before it") }
        guard pinMinimum <= pinMaximum else { throw DomainError(.invalid, "pin_minimum is greater than pin_maximum") }
    }
}

extension OrchestrationRules: Shaped {
    package static let shapeName = "OrchestrationRules"
    package static let members: [Member<Self>] = [
        Member("enabled", \.isEnabled, .flag),
        Member("domain", \.domain, .text(0...ChannelUser.longestDomain)),
        Member("max_devices", \.mostDevices, .integer(1...99)),
        Member("pin_minimum", \.pinMinimum, .integer(4...64)),
        Member("pin_maximum", \.pinMaximum, .integer(4...64)),
        Member("pin_digits_only", \.pinIsNumeric, .flag),
        Member("pin_refuses_weak", \.pinRefusesWeak, .flag),
        Member("codes_without_pin", \.takesCodesWithoutPIN, .flag),
        Member("evaluates_risk", \.evaluatesRisk, .flag),
    ]
}
