/// Kinds of node that people look for together.
///
/// It knows the kinds by their Swift types, so that the compiler can hold a family against a protocol: a list of what all kinds need besides
/// their declarations, as their steps are, doesn't compile when one lacks it.
package struct NodeFamily<each Node: NodeDeclaration>: Sendable {
    /// The name of the family in lists.
    package let title: String
    /// The kinds, in the order of the list.
    package let kinds: [NodeKind]

    /// A family of kinds, by their Swift types.
    package init(_ title: String, _ nodes: repeat (each Node).Type) {
        var kinds: [NodeKind] = []
        repeat kinds.append(NodeKind(each nodes))
        self.title = title
        self.kinds = kinds
    }
}
