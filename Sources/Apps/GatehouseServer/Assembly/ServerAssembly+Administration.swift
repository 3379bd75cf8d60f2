package import Administration
internal import Dialects
internal import Directory
internal import Foundations
internal import JourneyEngine
internal import Messaging
internal import Primitives
internal import Risk
internal import Services
internal import Verifications

extension ServerAssembly {
    /// Tells the commands that come later at which address this server is reached.
    func tellAddress() async throws { try await ServedAddress(database: domain.platform.database).tell(configuration.publicURL) }

    /// The front of administration, for the operator who runs this program on the server's data.
    ///
    /// The server's address is the one that the command was given, else the one that the server was started with, else the default's.
    /// - Parameter account: the operator's account on this machine, for the audit log.
    package func administration(byOperator account: String) async throws -> Administration {
        let configuration = try await servedConfiguration()
        let means = AdministrationMeans(
            scripts: configuration.scripts, publicURL: configuration.publicURL, push: configuration.push, issuer: configuration.issuer
        ) { body in
            let requests = try OutboundRequests(configuration)
            do { try await body(requests) } catch {
                await requests.close()
                throw error
            }
            await requests.close()
        }
        return Administration(domain.administration, as: .operator(account: account), means)
    }

    private func servedConfiguration() async throws -> ServerConfiguration {
        var configuration = configuration
        if configuration.publicUrl == nil, let told = try await ServedAddress(database: domain.platform.database).told {
            configuration.serve(at: told)
        }
        return configuration
    }
}

extension Services {
    /// The services that administrators' actions call.
    var administration: AdministrationServices {
        AdministrationServices(JourneyServices(self), pingID: pingID) {
            [hasher = directory.hasher, sources = risk.sources] platform, carriers in
            Services(platform, hasher: hasher, carriers: carriers, riskSources: sources).administration
        }
    }
}
