@testable import Administration
import Directory
import Foundation
import Primitives
import ResourceMessages
import Testing

@Suite("Settings that are objects")
struct SettingMemberTests {
    /// The settings of realms and clients that are objects with members of their own.
    private static func objects(_ shape: ObjectShape) -> [String] {
        shape.members.filter { $0.shape.problem(with: .object(["noSuchMember": true])) != nil && isObject($0.shape) }.map(\.name)
    }

    private static func isObject(_ shape: Shape) -> Bool {
        switch shape {
        case .object: true
        case .nullable(let inner), .called(_, let inner): isObject(inner)
        default: false
        }
    }

    @Test("of a realm refuse a member that there isn't, since it would have no effect", arguments: objects(RealmReport.settings))
    func realm(_ name: String) throws {
        let editor = try SettingsEditor(realm: RealmSettings())
        let error = #expect(throws: AdministrationError.self) {
            try editor.assigning([Assignment(name, #"{"noSuchMember":true}"#)], of: RealmReport.settings)
        }
        #expect(error?.description.contains("\(name).noSuchMember") == true, "\(String(describing: error))")
    }

    @Test("name what is wrong within them")
    func inner() throws {
        #expect(Self.objects(RealmReport.settings).contains("look") && Self.objects(ClientReport.settings) == ["look"])
        let client = try Application(id: "app", realm: UUID(), settings: ApplicationSettings(), secret: nil).editor()
        for (look, problem) in [
            (##"{"acent":"#000000"}"##, "look.acent: there is no such member"),
            (#"{"cornerRadius":9999}"#, "look.cornerRadius: it is a whole number"),
            (#"{"links":[{"text":"a","uri":"https://example.com/"}]}"#, "look.links[0]"),
        ] {
            let error = #expect(throws: AdministrationError.self) {
                try client.assigning([Assignment("look", look)], of: ClientReport.settings)
            }
            #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        }
        #expect(try client.assigning([Assignment("look", #"{"name":"The Shop"}"#)], of: ClientReport.settings).look?.name == "The Shop")
    }
}
