package import JourneyEngine
package import Pages

/// A family of APIs over the domain, in a module of its own: its routes with their rules (``RouteFamily``: sharing with other origins, proofs
/// of identity, the form of errors). Dialects don't know each other.
package protocol Dialect: Sendable {
    init(_ parts: DialectParts)

    var routes: [Route] { get }
}

/// The dependencies of a dialect.
package struct DialectParts: Sendable {
    package let reader: RequestReader
    package let engine: JourneyEngine
    package let pages: Pages
    /// The dialect that answers by flows.
    package let flows: any FlowAnswering

    package init(reader: RequestReader, engine: JourneyEngine, pages: Pages, flows: any FlowAnswering) {
        self.reader = reader
        self.engine = engine
        self.pages = pages
        self.flows = flows
    }
}
