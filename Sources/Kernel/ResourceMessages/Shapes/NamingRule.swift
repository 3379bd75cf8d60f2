package import Primitives

/// The rule by which a value names other things of the realm.
package struct NamingRule: Sendable, Equatable {
    /// The kinds of things that it can name.
    package let referents: [Shape.Referent]
    let names: @Sendable (JSONValue) -> [Name]

    /// - Parameter names: the names in a value that has the shape.
    package init(_ referents: [Shape.Referent], names: @escaping @Sendable (JSONValue) -> [Name]) {
        self.referents = referents
        self.names = names
    }

    /// Compares the kinds of things; a form has one rule for each.
    package static func == (left: Self, right: Self) -> Bool { left.referents == right.referents }

    /// A name in a value.
    package struct Name: Sendable, Equatable {
        let referent: Shape.Referent
        let name: String
        let mayBeAbsent: Bool

        /// - Parameter mayBeAbsent: whether the thing may be removed while it is named.
        package init(_ referent: Shape.Referent, _ name: String, mayBeAbsent: Bool = false) {
            self.referent = referent
            self.name = name
            self.mayBeAbsent = mayBeAbsent
        }
    }
}

extension Form {
    /// The same values, which name other things of the realm.
    package func naming(by rule: NamingRule) -> Form { Form(.naming(rule, shape), read: read, write: write, place: place) }

    /// The same texts, each the name of one thing of the realm.
    package func naming(_ referent: Shape.Referent) -> Form {
        naming(by: NamingRule([referent]) { json in json.string.map { [NamingRule.Name(referent, $0)] } ?? [] })
    }
}
