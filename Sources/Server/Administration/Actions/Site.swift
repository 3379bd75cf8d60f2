/// The place where an action is performed: the domain, and whether it is only tried.
package struct Site: Sendable {
    let domain: AdministrationServices
    /// Whether nothing stays of what is done; nothing may be sent then either.
    let isTrial: Bool
    let means: AdministrationMeans
}
