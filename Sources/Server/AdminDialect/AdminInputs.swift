import Administration
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import NIOCore
import OAuthMessages
import Primitives
import ResourceMessages

/// The inputs of a request: what its path, its query and its body say.
struct AdminInputs: Sendable {
    let call: ActionCall
    /// The inputs of the path alone.
    let ofPath: ActionCall
    let isDryRun: Bool
    /// The parameters of the query that say which part of a list is wanted.
    let page: [String: String]

    /// The longest bodies, in bytes: of files, and of all else.
    private static let (fileBytes, bodyBytes) = (32 << 20, 256 << 10)
    init(_ request: Request, _ action: DescribedAction, _ parameters: [String: String], _ realm: RealmPath) async throws {
        var values = JSONObject()
        for name in parameters.keys.sorted() { values[name] = parameters[name].map(JSONValue.string) }
        ofPath = ActionCall(realm: realm, values: values)
        let query = try AdminQuery(request.query(), action, pathParameters: Set(parameters.keys))
        isDryRun = query.isDryRun
        page = query.page
        let body = try await Self.body(of: request, action)
        if !action.takesBody {
            for member in query.values.members { values[member.name] = member.value }
        } else if action.document == nil {
            guard let object = (body ?? [:]).object else { throw ShapeError(.invalid, at: "", "it is an object") }
            for member in object.members {
                guard parameters[member.name] == nil else { throw ShapeError(.unknownMember, at: member.name, "the path says it") }
                values[member.name] = member.value
            }
        }
        call = ActionCall(realm: realm, values: values, body: action.document == nil ? nil : body)
    }

    private static func body(of request: Request, _ action: DescribedAction) async throws -> JSONValue? {
        let most = action.takesFiles ? fileBytes : bodyBytes
        let buffer = try await request.bytes(upTo: most)
        guard buffer.readableBytes > 0 else { return nil }
        guard action.takesBody else { throw Problem(.badRequest, "this request takes no body: its inputs are in the path and the query") }
        let allowed = action.route.method == .patch ? ["application/merge-patch+json", "application/json"] : ["application/json"]
        guard let type = request.mediaType, allowed.contains(type) else {
            throw Problem(.unsupportedMediaType, "send \(allowed.joined(separator: " or "))")
        }
        return try JSONValue(body: buffer.readableBytesView, limits: JSONLimits(bytes: most))
    }
}

/// The query of a request.
struct AdminQuery {
    private(set) var values = JSONObject()
    private(set) var page: [String: String] = [:]
    private(set) var isDryRun = false

    private static let pageParameters: Set = ["limit", "cursor", "filter"]

    /// - Throws: ``ShapeError`` for parameters that there aren't, that stand twice or that aren't what they should be.
    init(_ query: FormBody, _ action: DescribedAction, pathParameters: Set<String>) throws(ShapeError) {
        for sent in query.parameters {
            let (name, value) = (sent.name, sent.value)
            if action.route.list != nil, Self.pageParameters.contains(name) {
                guard page.updateValue(value, forKey: name) == nil else { throw Self.twice(name) }
            } else if action.isChanging, name == "dryRun" {
                guard let flag = ["true": true, "false": false][value] else { throw ShapeError(.invalid, at: name, "it is true or false") }
                isDryRun = flag
            } else {
                guard !action.takesBody, !pathParameters.contains(name), action.isAsked(name),
                    let member = action.input.members.first(where: { $0.name == name })
                else { throw Self.unknown(name) }
                try add(value, to: member)
            }
        }
    }

    private mutating func add(_ text: String, to member: ObjectShape.Member) throws(ShapeError) {
        if case .list = member.shape {
            values[member.name] = .array((values[member.name]?.array ?? []) + text.split(separator: ",").map { .string(String($0)) })
            return
        }
        guard values[member.name] == nil else { throw Self.twice(member.name) }
        values[member.name] =
            switch member.shape {
            case .flag, .integer: (try? JSONValue(parsing: text)) ?? .string(text)
            default: .string(text)
            }
    }

    static func unknown(_ name: String) -> ShapeError {
        ShapeError(.unknownMember, at: String(name.prefix(64)), "there is no such parameter")
    }

    static func twice(_ name: String) -> ShapeError { ShapeError(.invalid, at: name, "it stands twice") }
}

extension DescribedAction {
    /// Whether its inputs, besides those of the path, are in the body.
    var takesBody: Bool { route.method != .get && route.method != .delete }

    /// Whether callers give an input: those by which a list is read in parts are the pages', but for the beginning.
    func isAsked(_ input: String) -> Bool {
        route.list == nil || ![ListInput.limit, .passed].contains { $0.rawValue == input }
    }

    /// Whether the body holds files.
    fileprivate var takesFiles: Bool { input.members.contains { $0.name == "files" } }
}
