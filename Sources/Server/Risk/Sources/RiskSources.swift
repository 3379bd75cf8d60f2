package import RiskScoring
import Primitives

/// The sources outside this server that predictors ask: files of the operator's. One that isn't there says so, and guesses nothing.
package protocol RiskSources: Sendable {
    /// The place of an address.
    func place(of address: IPAddress) -> Lookup<Place>
    /// The autonomous system of an address.
    func network(of address: IPAddress) -> Lookup<NetworkOwner>
    /// Whether an address is of a network that hides its users.
    func isAnonymous(_ address: IPAddress) -> Lookup<Bool>
    /// The standing of an address, 0 for good to 100 for bad.
    func standing(of address: IPAddress) -> Lookup<Int>
    /// The standing of a mail domain likewise.
    func standing(ofMailDomain domain: String) -> Lookup<Int>
}

/// An autonomous system.
package struct NetworkOwner: Sendable, Equatable {
    /// The number of the system (RFC 4271 §1.1).
    package let number: Int
    /// The name of the organization that runs it; nil when it isn't known.
    package let organization: String?

    package init(number: Int, organization: String?) {
        self.number = number
        self.organization = organization
    }
}

/// No sources at all.
package struct NoRiskSources: RiskSources {
    package init() {}

    package func place(of address: IPAddress) -> Lookup<Place> { .unlicensed }
    package func network(of address: IPAddress) -> Lookup<NetworkOwner> { .unlicensed }
    package func isAnonymous(_ address: IPAddress) -> Lookup<Bool> { .unlicensed }
    package func standing(of address: IPAddress) -> Lookup<Int> { .unlicensed }
    package func standing(ofMailDomain domain: String) -> Lookup<Int> { .unlicensed }
}
