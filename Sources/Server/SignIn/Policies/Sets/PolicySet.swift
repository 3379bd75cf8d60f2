import Primitives

/// The policies about one application's resources.
package struct PolicySet: Sendable, Equatable {
    /// Unique in the realm: the `application` of a request for a decision.
    package var name: String
    package var description: String?
    /// The policies in the order of the file, each name once.
    package var policies: [Policy]

    package init(name: String, description: String? = nil, policies: [Policy] = []) {
        self.name = name
        self.description = description
        self.policies = policies
    }
}

/// The actions that a subject may do with some resources, and their conditions.
package struct Policy: Sendable, Equatable {
    /// The name, unique in its set.
    package var name: String
    package var description: String?
    /// Whether it counts at all.
    package var isActive = true
    /// The patterns of the resources that the policy speaks of.
    package var resources: [ResourcePattern]
    /// The actions that it speaks of, and whether it allows them. Of several policies that apply, one that denies prevails.
    package var actions: [String: Bool]
    /// The users for whom it counts; by default all who are signed in.
    package var subject = PolicySubject.authenticated
    /// The condition under which it counts; nil for always.
    package var condition: PolicyCondition?
    /// The attributes that a resource server is told with a decision that allows.
    package var attributes: [String: [String]] = [:]

    package init(name: String, resources: [ResourcePattern], actions: [String: Bool]) {
        self.name = name
        self.resources = resources
        self.actions = actions
    }

    func isAbout(_ resource: ResourceName) -> Bool { resources.contains { $0.matches(resource) } }
}
