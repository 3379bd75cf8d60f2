import HTTPTypes

/// All routes of a server: what its front door opens to, and what tests hold the rules of routes against.
package struct RouteTable: Sendable {
    /// The routes of all dialects, in the order in which they were listed.
    package let routes: [Route]
    package let tree: RouteTree
    /// The form in which browsers that navigate are told of paths that lead nowhere; nil for that of the nearest routes.
    package let pages: (any ErrorForm)?

    /// - Parameter routes: of two with the same method and pattern the first counts.
    package init(_ routes: [Route], pages: (any ErrorForm)? = nil) {
        self.routes = routes
        tree = RouteTree(routes)
        self.pages = pages
    }

    /// The routes of unsafe methods.
    package var unsafe: [Route] { routes.filter { !$0.isSafe } }

    /// Counts the nodes that matching a path visits. The time that matching takes is proportional to it.
    package func steps(matching path: String) -> Int {
        var steps = 0
        _ = tree.place(of: PathSegments(path).all, counting: &steps)
        return steps
    }
}
