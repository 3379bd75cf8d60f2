import Primitives

/// The shape of objects of several types: a member holds the word that says which, and the others depend on it.
package struct VariantShape: Sendable, Equatable {
    /// The name in a document that describes it.
    package let name: String
    /// The member that holds the word.
    package let member: String
    /// The members that all types have, beside that one.
    package let common: [ObjectShape.Member]
    package let variants: [Variant]

    /// A type.
    package struct Variant: Sendable, Equatable {
        package let word: String
        /// The members of this type alone. Its name is that of the whole object in a document.
        package let own: ObjectShape

        package init(_ word: String, _ own: ObjectShape) {
            self.word = word
            self.own = own
        }
    }

    package init(name: String, by member: String, common: [ObjectShape.Member], variants: [Variant]) {
        self.name = name
        self.member = member
        self.common = common
        self.variants = variants
    }

    /// The words, one for each type.
    package var words: [String] { variants.map(\.word) }

    /// The whole objects, one for each type.
    package var objects: [ObjectShape] { variants.map(whole) }

    /// The same with more members that all types have.
    package func adding(_ more: [ObjectShape.Member]) -> VariantShape {
        VariantShape(name: name, by: member, common: more + common, variants: variants)
    }

    /// The object of a type with all its members.
    func whole(_ variant: Variant) -> ObjectShape {
        let word = ObjectShape.Member(name: member, shape: .choice([variant.word]), presence: .required)
        return ObjectShape(name: variant.own.name, members: [word] + common + variant.own.members)
    }

    /// The type that an object is of; nil, with a problem written down, for none.
    func variant(of json: JSONValue, _ reading: inout ShapeReading) -> Variant? {
        guard let object = json.object else {
            reading.refuse(.invalid, "it is an object")
            return nil
        }
        guard let word = object[member], word != .null else {
            reading.refuse(.missing, "it is missing", at: member)
            return nil
        }
        let found = variants.first { .string($0.word) == word }
        if found == nil { reading.within(member) { Shape.choice(words).check(word, &$0) } }
        return found
    }
}
