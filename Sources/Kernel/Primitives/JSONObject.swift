/// The members of a JSON object, in order, each name once.
public struct JSONObject: Sendable {
    /// A member of an object. It is no tuple, whose array Swift destroys by looking up the parts' types at run time.
    public struct Member: Sendable, Equatable {
        /// The name, unescaped.
        public let name: String
        /// The value.
        public var value: JSONValue

        /// Makes a member of its name and value.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The members in order.
    public private(set) var members: [Member]

    /// Makes an object without members.
    public init() { members = [] }

    /// An object of some members; of several with the same name the last one counts.
    public init(_ members: [(String, JSONValue)]) {
        self.members = []
        self.members.reserveCapacity(members.count + Self.room)
        var places = MemberPlaces()
        for (name, value) in members {
            if let place = places.place(of: name, in: self.members) {
                self.members[place].value = value
            } else {
                self.members.append(Member(name, value))
            }
        }
    }

    /// Sets many members, in time that grows with their number and not with its square, as setting them one by one would.
    ///
    /// - Parameter keepsOld: whether a member that is there already stays as it is.
    package mutating func merge(_ others: some Collection<Member>, keepsOld: Bool = false) {
        members.reserveCapacity(members.count + others.count)
        var places = MemberPlaces()
        for other in others {
            if let place = places.place(of: other.name, in: members) {
                if !keepsOld { members[place].value = other.value }
            } else {
                members.append(other)
            }
        }
    }

    /// The space for members that are set after an object's making, as the optional ones of most messages are.
    private static let room = 4

    /// An object of members whose names differ, as the caller has seen to.
    package init(unique members: [Member]) { self.members = members }

    /// Whether the object has no members.
    public var isEmpty: Bool { members.isEmpty }
    /// The number of members.
    public var count: Int { members.count }
    /// The members' names in order.
    public var names: [String] { members.map(\.name) }

    /// The value of a member. Setting nil removes the member; setting a new one appends it.
    public subscript(name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name, value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: Equatable {
    /// Equal when they have the same members, in whatever order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        // Most have their members in the same order. The rest is looked up by bytes, as many members would take the square of their number.
        let start = zip(left.members, right.members).prefix { $0.name == $1.name && $0.value == $1.value }.count
        let (mine, theirs) = (left.members[start...], right.members[start...])
        guard mine.count > MemberPlaces.few else { return mine.allSatisfy { right[$0.name] == $0.value } }
        let values = Dictionary(theirs.map { (Array($0.name.utf8), $0.value) }) { first, _ in first }
        return mine.allSatisfy { values[Array($0.name.utf8)] == $0.value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

/// The places of an object's members by name, while the object is made: in time that grows with their number.
struct MemberPlaces {
    /// The number of members that are looked through faster than a dictionary of them is made.
    static let few = 16
    // By their bytes, as two names are two members that Swift takes for equal (docs/decisions/0046-exact-text.md).
    private var many: [[UInt8]: Int] = [:]

    /// The place of the member of a name; nil for a new name, whose member the caller then appends.
    mutating func place(of name: String, in members: [JSONObject.Member]) -> Int? {
        guard members.count >= Self.few else { return members.firstIndex { $0.name == name } }
        if many.isEmpty { for (place, member) in members.enumerated() { many[Array(member.name.utf8)] = place } }
        let bytes = Array(name.utf8)
        if let known = many[bytes] { return known }
        many[bytes] = members.count
        return nil
    }
}
