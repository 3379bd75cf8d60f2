package import HTTPTypes
import Primitives

/// Finds the routes of a path.
///
/// A node stands for one beginning of the patterns, and each is visited at most once for a path: from a node there lead at most three ways, by
/// the segment as a constant, by the realm, which takes all the pairs it can, and by a parameter. So no path takes more steps than there are
/// nodes, and one of ``PathSegments/most`` segments takes a few times as many as it has segments.
package struct RouteTree: Sendable {
    private struct Node: Sendable {
        var constants: [Substring: Int] = [:]
        var realm: (node: Int, isOptional: Bool)?
        var parameter: Int?
        var routes: [HTTPRequest.Method: Route] = [:]
        /// The form in which errors are told here, by the routes whose prefix is the nearest; nil when these don't agree.
        var errors: (any ErrorForm)?
        private var nearness = Int.min

        /// Takes the form of a route on whose path the node is.
        ///
        /// The longest prefix that the node is below is the nearest; where there is none, the shortest of those that it is a part of.
        mutating func tell(by route: Route, depth: Int) {
            let nearness = route.prefixLength <= depth ? route.prefixLength : -route.prefixLength
            guard nearness >= self.nearness else { return }
            let agrees = nearness > self.nearness || errors.map { type(of: $0) == type(of: route.errors) } == true
            errors = agrees ? route.errors : nil
            self.nearness = nearness
        }
    }

    /// The place to which a path leads.
    package struct Place: Sendable {
        /// The routes of the path, by their methods.
        package let routes: [HTTPRequest.Method: Route]
        /// The values of the path's parameters, in their order.
        package let values: [Substring]
    }

    private var nodes = [Node()]

    init(_ routes: [Route]) {
        for route in routes { add(route) }
    }

    private mutating func add(_ route: Route) {
        var node = 0
        for (index, element) in route.path.elements.enumerated() {
            node = child(of: node, by: element)
            nodes[node].tell(by: route, depth: index + 1)
        }
        if nodes[node].routes[route.method] == nil { nodes[node].routes[route.method] = route }
    }

    private mutating func child(of node: Int, by element: RoutePath.Element) -> Int {
        let known: Int? =
            switch element {
            case .constant(let text): nodes[node].constants[text[...]]
            case .realm: nodes[node].realm?.node
            case .parameter: nodes[node].parameter
            }
        let child = known ?? nodes.count
        if known == nil { nodes.append(Node()) }
        switch element {
        case .constant(let text): nodes[node].constants[text[...]] = child
        case .realm(let isOptional): nodes[node].realm = (child, isOptional || nodes[node].realm?.isOptional == true)
        case .parameter: nodes[node].parameter = child
        }
        return child
    }

    /// Returns the place to which a path leads; nil when no pattern matches it.
    package func place(of segments: [Substring]) -> Place? {
        var steps = 0
        return place(of: segments, counting: &steps)
    }

    /// - Parameter steps: grows by the nodes that are visited.
    package func place(of segments: [Substring], counting steps: inout Int) -> Place? {
        var values: [Substring] = []
        guard let node = find(0, segments[...], &values, &steps) else { return nil }
        return Place(routes: nodes[node].routes, values: values)
    }

    private func find(_ index: Int, _ rest: ArraySlice<Substring>, _ values: inout [Substring], _ steps: inout Int) -> Int? {
        steps += 1
        // Nodes are read where they lie: a copy counts a reference for each of their tables.
        if rest.isEmpty, !nodes[index].routes.isEmpty { return index }
        if let first = rest.first, let next = nodes[index].constants[first], let found = find(next, rest.dropFirst(), &values, &steps) {
            return found
        }
        if let (next, isOptional) = nodes[index].realm {
            let after = RealmTarget.afterRealm(rest)
            if isOptional || after.count < rest.count, let found = find(next, after, &values, &steps) { return found }
        }
        guard let first = rest.first, let next = nodes[index].parameter else { return nil }
        values.append(first)
        if let found = find(next, rest.dropFirst(), &values, &steps) { return found }
        values.removeLast()
        return nil
    }

    /// Returns the form of errors about a path that leads nowhere: that of the routes with which it begins.
    package func errors(of segments: [Substring]) -> (any ErrorForm)? {
        var (node, rest, errors): (Int, ArraySlice<Substring>, (any ErrorForm)?) = (0, segments[...], nil)
        while let (next, after) = step(from: node, rest) {
            (node, rest, errors) = (next, after, nodes[next].errors)
        }
        return errors
    }

    /// The first way from a node by the segments of a path, and what is left of them.
    private func step(from node: Int, _ rest: ArraySlice<Substring>) -> (Int, ArraySlice<Substring>)? {
        guard let first = rest.first else { return nil }
        if let next = nodes[node].constants[first] { return (next, rest.dropFirst()) }
        let after = RealmTarget.afterRealm(rest)
        if after.count < rest.count, let (next, _) = nodes[node].realm { return (next, after) }
        return nodes[node].parameter.map { ($0, rest.dropFirst()) }
    }
}
