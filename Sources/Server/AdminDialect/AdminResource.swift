import Administration
import HTTPTypes
import Primitives

/// One method of a path, with the actions that it stands for: the resource's own, and those by a verb after its name.
struct AdminResource: Sendable {
    let method: ActionRoute.Method
    let base: ActionRoute.Base
    /// The pattern of the path below the base, as the route table reads it.
    let path: String
    /// The actions by their verbs; the resource's own by the empty one.
    private(set) var actions: [String: DescribedAction]
    /// The names of the path's parameters.
    let parameters: [String]
    /// True when the last segment is a parameter, which a verb may follow.
    let endsInParameter: Bool
    /// The action that reads the one resource of the path, whose answer is what an entity tag stands for.
    private var reader: DescribedAction?

    /// All of them.
    static let all: [AdminResource] = {
        var all: [AdminResource] = []
        for action in AdministrativeActions.described {
            let (path, verb) = pattern(of: action.route)
            let (method, base) = (action.route.method, action.route.base)
            if let index = all.firstIndex(where: { $0.isAt(method, base, path) }) {
                all[index].actions[verb] = action
            } else {
                all.append(AdminResource(method: method, base: base, path: path, actions: [verb: action]))
            }
        }
        for index in all.indices {
            let resource = all[index]
            let reader = all.first { $0.isAt(.get, resource.base, resource.path) }?.actions[""]
            all[index].reader = reader.flatMap { $0.route.list == nil ? $0 : nil }
        }
        return all
    }()

    /// The resource that an action is one of.
    static func of(_ action: DescribedAction) -> AdminResource? {
        let path = pattern(of: action.route).path
        return all.first { $0.isAt(action.route.method, action.route.base, path) }
    }

    private func isAt(_ method: ActionRoute.Method, _ base: ActionRoute.Base, _ path: String) -> Bool {
        self.method == method && self.base == base && self.path == path
    }

    /// The action whose answer the caller of another must have seen; nil for one that needs no state.
    func reader(before action: DescribedAction) -> DescribedAction? {
        action.isChanging && action.route.method != .post ? reader : nil
    }

    /// The pattern of a route's path, and the verb that isn't part of it: one after a parameter.
    private static func pattern(of route: ActionRoute) -> (path: String, verb: String) {
        let isParameter = route.resource.hasSuffix("}")
        let segments = (isParameter ? route.resource : route.path).split(separator: "/").map { segment in
            segment.hasPrefix("{") ? ":" + segment.dropFirst().dropLast() : String(segment)
        }
        return (segments.joined(separator: "/"), isParameter ? route.verb ?? "" : "")
    }

    private init(method: ActionRoute.Method, base: ActionRoute.Base, path: String, actions: [String: DescribedAction]) {
        self.method = method
        self.base = base
        self.path = path
        self.actions = actions
        let segments = path.split(separator: "/")
        parameters = segments.filter { $0.hasPrefix(":") }.map { String($0.dropFirst()) }
        endsInParameter = segments.last?.hasPrefix(":") ?? false
    }

    /// The inputs of a call that the path has: those that name the resource.
    func place(in call: ActionCall) -> ActionCall {
        var values = JSONObject()
        for name in parameters.sorted() { values[name] = call.values[name] }
        return ActionCall(realm: call.realm, values: values)
    }

    var isChanging: Bool { actions.values.contains(where: \.isChanging) }

    var httpMethod: HTTPRequest.Method {
        switch method {
        case .get: .get
        case .put: .put
        case .post: .post
        case .patch: .patch
        case .delete: .delete
        }
    }

    /// The answer to a request at the path.
    enum Match {
        /// An action, and the last segment without the verb.
        case action(DescribedAction, segment: String?)
        /// The path takes other methods.
        case otherMethods([String])
        case nothing
    }

    /// The action that the path's last segment asks for. A verb after it goes before a name that has a colon.
    func match(_ last: String?) -> Match {
        if endsInParameter, let (segment, verb) = Self.verb(of: last) {
            if let action = actions[verb] { return .action(action, segment: segment) }
            let others = methods(of: verb)
            if !others.isEmpty { return .otherMethods(others) }
        }
        if let action = actions[""] { return .action(action, segment: last) }
        let others = methods(of: "")
        return others.isEmpty ? .nothing : .otherMethods(others)
    }

    /// The methods by which a verb of the path is called; those of the resource itself for the empty one.
    private func methods(of verb: String) -> [String] {
        Self.all.filter { $0.base == base && $0.path == path && $0.actions[verb] != nil }.map(\.httpMethod.rawValue)
    }

    /// The last segment's parts where a verb follows it.
    private static func verb(of last: String?) -> (segment: String, verb: String)? {
        guard let last, let colon = last.lastIndex(of: ":"), colon != last.startIndex else { return nil }
        let verb = String(last[last.index(after: colon)...])
        return verb.isEmpty ? nil : (String(last[..<colon]), verb)
    }
}

extension ActionRoute.Base {
    /// The parameter that names the realm.
    static let realmName = "administeredRealm"

    /// The path before that of a route.
    var prefix: String { self == .realm ? "realms/:\(Self.realmName)" : "server" }
}
