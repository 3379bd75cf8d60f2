package import JourneyMessages
import Primitives

/// Says what a compiler would of a journey.
package struct JourneyCheck: Sendable {
    /// The weight of a finding.
    package enum Level: String, Sendable, Comparable, CaseIterable {
        /// Nothing is lost by it.
        case note
        /// The journey runs otherwise than it seems, or than where it comes from, or not to its end.
        case warning
        /// The journey, or what the finding is about, can't be used.
        case error

        package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A problem or an oddity at one place.
    package struct Finding: Sendable, Equatable {
        package let level: Level
        /// The place in the journey, such as `nodes.check.false`.
        package let path: String
        /// The line of that place in the file, from 1, when it is known.
        package var line: Int?
        /// The column in that line, from 1, when it is known.
        package var column: Int?
        /// The problem, as an administrator reads it.
        package let reason: String
    }

    /// The journey's name; nil when there is none to speak of.
    package private(set) var name: String?
    /// The findings: of a text that is no journey its problems, else what the check found.
    package private(set) var findings: [Finding] = []

    /// Checks a file in our own form.
    package init(text: String, client: ClientLine? = nil) {
        do { look(at: try JourneyDefinition(text: text), client) } catch {
            findings = error.problems.map { Finding(level: .error, path: $0.path, reason: $0.reason) }
        }
        let places = JourneyPlaces(text)
        findings = findings.map { finding in
            var finding = finding
            if let place = places.place(of: finding.path) { (finding.line, finding.column) = (place.line, place.column) }
            return finding
        }
    }

    /// Checks a journey that can be read.
    package init(_ journey: JourneyDefinition, client: ClientLine? = nil) { look(at: journey, client) }

    private mutating func look(at journey: JourneyDefinition, _ client: ClientLine?) {
        name = journey.name
        for placed in journey.nodes {
            check(placed.node, "nodes.\(placed.id)", client)
            for (index, child) in ((placed.node as? Page)?.children ?? []).enumerated() {
                check(child.node, "nodes.\(placed.id).nodes.\(index)", client)
            }
        }
        checkSecrets(journey)
        checkProofs(journey)
    }

    /// Finds what a journey refers to and isn't among what there is.
    package mutating func checkReferences(of journey: JourneyDefinition, among known: JourneyReferences.Known) {
        findings += JourneyReferences(journey).missing(from: known).map {
            Finding(level: $0.isPartial ? .warning : .error, path: "nodes.\($0.node).\($0.member)", reason: $0.reason)
        }
    }

    private mutating func check(_ node: any NodeDeclaration, _ path: String, _ client: ClientLine?) {
        if let foreign = node as? ForeignNode {
            let isKnown = NodeCatalogue.names(of: foreign.nodeType).contains { NodeCatalogue.standard.kind($0) != nil }
            let refusal = RefusedKinds.reason(foreign.nodeType).map { ": \($0)" } ?? ""
            let reason =
                isKnown ? "this \(foreign.nodeType) can't run here as it is set" : "this server has no \(foreign.nodeType)\(refusal)"
            note(.warning, path, "\(reason); a run that reaches it ends in failure")
        }
        for warning in node.warnings { note(.warning, "\(path).\(warning.setting)", warning.reason) }
        guard let client, !(node is Page) else { return }
        for callback in Set(node.callbacks).sorted(by: { $0.name < $1.name }) where !callback.isKnown(to: client) {
            switch client.ignorance {
            case .failsStep: note(.error, path, "\(client.rawValue) doesn't know the \(callback); the step fails there")
            case .dropsCallback: note(.error, path, "\(client.rawValue) doesn't know the \(callback), and leaves it out")
            case .handsOver: note(.warning, path, "\(client.rawValue) hands the \(callback) to the app, which must know it")
            }
        }
    }

    /// Nodes that need a secret that no node before them gathers.
    private mutating func checkSecrets(_ journey: JourneyDefinition) {
        guard !journey.traits.isInnerOnly else { return }
        let writers = SecretWriters(journey)
        for placed in journey.nodes where placed.kind.interaction != .sometimes {
            let needed = placed.kind.secrets.intersection(type(of: placed.node).state.reads)
            for secret in needed.sorted() where !writers.stand(before: placed.id, writing: secret) {
                note(.warning, "nodes.\(placed.id)", "needs \(secret), which no node before it writes")
            }
        }
    }

    /// Nodes that act for a user whom no node before them has had prove who they are, and a journey that ends without one.
    private mutating func checkProofs(_ journey: JourneyDefinition) {
        guard !journey.traits.isInnerOnly else { return }
        let proving = journey.nodes.filter(\.mayProveUser).map(\.id)
        let behind = JourneyGraph(start: journey.start, nodes: journey.nodes).behind(proving)
        for placed in journey.nodes
        where placed.actsForProvenUser && !placed.mayProveUser && !behind.contains(placed.id) {
            note(
                .warning, "nodes.\(placed.id)",
                "acts for the user who has proved who they are, and no node before it has one do so; a run that reaches it ends in failure"
            )
        }
        if proving.isEmpty, !journey.traits.noSession, !journey.traits.isTransactional {
            note(
                .warning, "start",
                "at no node does a user prove who they are; a run makes no session, and ends in failure")
        }
    }

    private mutating func note(_ level: Level, _ path: String, _ reason: String) {
        findings.append(Finding(level: level, path: path, reason: reason))
    }
}
