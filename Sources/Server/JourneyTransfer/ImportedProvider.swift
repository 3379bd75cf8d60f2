package import AMFormat
import Foundations
import JourneyModel
package import Primitives
package import Sessions

/// An identity provider of AM's files (`docs/protocols/journey-nodes.md` 1.7), as one of ours.
package struct ImportedProvider: Sendable {
    /// The provider, with its secret if the file has one that can be read.
    package let provider: IdentityProvider
    /// The label of the realm's secret that the file names in place of one.
    package let secretLabel: String?
    /// The other members of the file, for the next export.
    package let kept: JSONValue?
    /// The findings about the provider.
    package private(set) var findings: [ImportFinding] = []

    /// The reason for which a provider of a file can't be one of ours.
    struct Unsupported: Error {
        let reason: String
    }

    /// - Parameter variables: the values of placeholders.
    init(_ id: String, _ file: JSONObject, variables: [String: String]) throws(Unsupported) {
        var reader = ProviderReader(id, file)
        try reader.read(variables)
        let secret = file[AMProvider.secret]
        secretLabel = secret.flatMap { Placeholder.names(in: $0).first }
        var provider = reader.provider
        if secretLabel == nil, let text = secret?.string, !AM.isNothing(secret) { provider.secret = Secret(text) }
        self.provider = provider
        let open = AMProvider.neverKept.filter { !AM.isNothing(file[$0]) }
        // Whether it is on is kept in any case: here it may be switched off only for want of its secret.
        kept = Overlay(of: file.without(open), over: reader.provider.amJSON.without([AMProvider.enabled])).json
        findings = reader.findings
    }
}

/// Reads a provider member by member, and takes down what isn't supported.
private struct ProviderReader {
    private let id: String
    private let file: JSONObject
    private var json = JSONObject()
    private(set) var provider: IdentityProvider
    private(set) var findings: [ImportFinding] = []

    init(_ id: String, _ file: JSONObject) {
        self.id = id
        self.file = file
        provider = IdentityProvider(id, kind: .oidc, clientID: "", redirectURI: "")
    }

    mutating func read(_ variables: [String: String]) throws(ImportedProvider.Unsupported) {
        let type = file["_type"]?["_id"]?.string ?? ""
        guard let kind = AMProvider.kinds[type] else { throw .init(reason: "this server has no providers of the type \(type.prefix(64))") }
        json = ["name": .string(id), "kind": .string(kind.rawValue)]
        for name in AMProvider.required { json[name] = try resolved(file[name] ?? .null, variables) }
        do { provider = try IdentityProvider(json: json) } catch { throw .init(reason: error.reason) }
        for member in file.members where !AMProvider.frame.contains(member.name) && !AM.isNothing(member.value) {
            take(member.name, try resolved(member.value, variables))
        }
        var unused = provider
        // Without a secret, which comes later, only one that is switched off is sound.
        unused.isEnabled = false
        do { try unused.check() } catch { throw .init(reason: error.reason) }
    }

    /// Takes a member over, or says that it isn't supported.
    private mutating func take(_ name: String, _ value: JSONValue) {
        var longer = json
        longer[name] = value
        if let read = try? IdentityProvider(json: longer) {
            (json, provider) = (longer, read)
        } else {
            let level: ImportFinding.Level = AMProvider.isHarmless(name, value) ? .note : .warning
            let reason = "\(value.text.prefix(64)) isn't supported; it is kept and has no effect"
            findings.append(ImportFinding(level, AMProvider.subject(id), member: name, reason))
        }
    }

    private func resolved(_ value: JSONValue, _ variables: [String: String]) throws(ImportedProvider.Unsupported) -> JSONValue {
        do { return try Placeholder.resolve(value, variables) } catch {
            throw .init(reason: "the realm has no variable \(error.name.prefix(64)); set it among scriptVariables and import again")
        }
    }
}
