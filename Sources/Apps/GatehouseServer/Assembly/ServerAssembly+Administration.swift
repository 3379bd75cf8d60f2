package import Administration
internal import Foundations
internal import Services

extension ServerAssembly {
    /// The front of administration, for the operator who runs this program on the server's data.
    ///
    /// - Parameter account: the operator's account on this machine, for the audit log.
    package func administration(byOperator account: String) -> Administration {
        let configuration = configuration
        let means = AdministrationMeans(
            scripts: configuration.scripts, publicURL: configuration.publicURL, push: configuration.push
        ) { body in
            let requests = try OutboundRequests(configuration)
            do { try await body(requests) } catch {
                await requests.close()
                throw error
            }
            await requests.close()
        }
        return Administration(domain, as: .operator(account: account), means)
    }
}
