import AMFormat
import Directory
import Foundation
import JourneyMessages
import JourneyTransfer
import Primitives
import Risk
import Services
import SignIn
import Testing

@Suite("Journeys of other makers that contain nodes of PingOne Protect")
struct ImportTests {
    /// The forms in which consoles and tools export journeys.
    enum Form: CaseIterable { case console, oneTree, amster, configuration }

    private static let export: JSONValue = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Interop/exports/protect.json")
        return (try? JSONValue(parsing: [UInt8](Data(contentsOf: file.standardizedFileURL)))) ?? .null
    }()

    private typealias Named = (name: String, json: JSONValue)

    private static func trees() throws -> [Named] { try #require(export["trees"]?.object?.members).map { ($0.name, $0.value) } }

    /// The journeys of the export, as the files of a form. The nodes are the same in all of them.
    private static func files(_ form: Form) throws -> [[ImportFile]] {
        func file(_ path: String, _ json: JSONValue) -> ImportFile { ImportFile(path: path, bytes: Array(json.encoded)) }
        func nodes(_ journey: JSONValue) -> [Named] { journey["nodes"]?.object?.members.map { ($0.name, $0.value) } ?? [] }
        switch form {
        case .console: return [[file("protect.json", export)]]
        case .oneTree:
            return try trees().map { name, journey in
                var old: JSONObject = ["origin": "003d5b1a", "innernodes": [:], "scripts": [:]]
                (old["nodes"], old["tree"]) = (journey["nodes"], journey["tree"])
                return [file("\(name).json", .object(old))]
            }
        case .amster:
            return try trees().map { name, journey in
                func entity(_ type: String, _ id: String, _ data: JSONValue?) -> ImportFile {
                    let metadata: JSONValue = [
                        "realm": "/", "amsterVersion": "7.3.0", "entityType": .string(type), "entityId": .string(id), "pathParams": [:],
                    ]
                    return file("\(type)/\(id).json", ["metadata": metadata, "data": data ?? .null])
                }
                return [entity("AuthTree", name, journey["tree"])]
                    + nodes(journey).map { id, node in
                        let type = node["_type"]?["_id"]?.string ?? ""
                        return entity(type.hasSuffix("Node") ? String(type.dropLast(4)) : type, id, node)
                    }
            }
        case .configuration:
            return try trees().map { name, journey in
                [file("realms/alpha/journeys/\(name)/\(name).json", journey["tree"] ?? .null)]
                    + nodes(journey).map { id, node in file("realms/alpha/journeys/\(name)/nodes/Node - \(id).json", node) }
            }
        }
    }

    @Test("are imported unmodified in every form, no node of theirs foreign, and run to their end", arguments: Form.allCases)
    func protect(form: Form) async throws {
        let server = try await RiskServer()
        let (directory, signIn) = (server.domain.directory, server.domain.signIn)
        let transfer = TransferServices(
            directory: directory, messaging: server.domain.messaging, session: server.domain.session, signIn: signIn)
        for files in try Self.files(form) {
            let plan = try await ImportPlan(JourneyImport(files), into: server.realm, of: transfer)
            #expect(plan.findings.filter { $0.reason.contains("foreign") }.isEmpty, "\(plan.findings)")
            #expect(
                Set(plan.findings.compactMap(\.member)).isSubset(of: ["pingOneWorker", "tntpPingOneConfigName", "origin"]),
                "\(plan.findings)")
            try await server.domain.signIn.bundles.store(plan.bundle, in: server.realm.id)
        }
        let data = try await App.ofUser(server).data
        // They ask nobody who they are, so that nothing can be evaluated: the failure outcome, as documented, and no session.
        let login = Login(server)
        #expect(try await login.begin("Protected").callbacks[0].type == .protectInitialize)
        try await login.answer([])
        #expect(login.step?.callbacks[0].type == .protectEvaluation)
        try await login.answer([.signals(data)])
        #expect(login.step == nil && !login.isDone && login.answer["code"] == 401, "\(login.answer)")
        let older = Login(server)
        #expect(try await older.begin("ProtectedOfOld").callbacks[0].type == .metadata)
        try await older.send { _ in }
        #expect(older.step?.callbacks[0].output.first?.value?["_action"] == "protect_risk_evaluation")
        try await older.send { $0.callbacks[1].input[0].value = .string(data) }
        #expect(older.step == nil && !older.isDone)
    }
}
